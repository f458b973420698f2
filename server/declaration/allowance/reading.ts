import { objectionCodes } from '../../../contract/passing.ts'
import { inWan } from '../../../contract/money.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { allowance as endpoints, AllowanceDetail } from '../../../contract/declaration/allowance.ts'
import { allowanceStates, allowanceSources, allowanceStateLabels } from '../../../contract/declaration/allowance-states.ts'
import type { AllowanceCorrection } from '../../../db/tables/declaration.ts'
import { sql } from 'kysely'
import type { Actor } from '../../kernel/actor.ts'
import { addDays, today } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { maskAccount, openPii } from '../../kernel/access/pii.ts'
import { timeline } from '../../kernel/flow-log.ts'
import { allowanceFlow, answersFor } from './flow.ts'
import { movesOf } from './move.ts'
import { twinsOf } from './twins.ts'
import { asked, columns, present, seenBy, withColumns } from './queries.ts'
import { likeText } from '../../kernel/db/like.ts'
import { pageOf } from '../../kernel/lists/page-of.ts'
import { dayRange } from '../../kernel/lists/day-range.ts'
import { monthOf } from '../../kernel/lists/months.ts'

export async function listAllowances(k: Kernel, actor: Actor, q: Parsed<typeof endpoints.list>['query']) {
  const { total, rows } = await pageOf(
    asked(seenBy(k.db, actor), q, today(k.clock)),
    q,
    { by: { createTime: 'a.id', amount: 'a.amount', year: 'a.year', payDate: 'a.pay_date' }, tie: 'a.id', emptyLast: ['payDate'] },
    (found) => found.select(columns),
  )
  const day = today(k.clock)
  return { total, list: rows.map((r) => present(r, day)) }
}

export async function findAllowance(k: Kernel, actor: Actor, id: number): Promise<AllowanceDetail> {
  const row = await withColumns(seenBy(k.db, actor))
    .select(['a.note', 'a.voucher', 'a.reviewed_by', 'a.reviewed_at', 'a.files', 'a.twin_reason', 'a.makers'])
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('补贴不存在或已被删除')
  const staff = actor.type === 'YYF'
  const objections = await k.db
    .selectFrom('allowance_objection as x')
    .leftJoin('sys_user as u', 'u.id', 'x.user_id')
    .select(['x.id', 'x.content', 'x.state', 'x.created_at', 'x.reply', 'x.resolved_at', 'x.user_id', 'u.name'])
    .where('x.allowance_id', '=', id)
    .orderBy('x.id')
    .execute()
  const logs = (await timeline(k.db, allowanceFlow, id)).filter((l) => staff || !between.includes(l.move))
  const direct =
    row.source === 'direct'
      ? await k.db
          .selectFrom('direct_row')
          .select(['id', 'list_id', 'bank_name', 'account_no'])
          .where('allowance_id', '=', id)
          .executeTakeFirst()
      : undefined
  const same = { companyId: row.company_id, year: row.year, projectName: row.project_name, policyId: row.policy_id }
  const twins = staff ? await twinsOf(k.db, same, row.id).execute() : []
  const day = today(k.clock)
  return {
    ...present(row, day),
    direct: direct
      ? {
          listId: direct.list_id,
          rowId: direct.id,
          bankName: direct.bank_name,
          accountNo: direct.account_no ? maskAccount(openPii(k, direct.account_no)) : null,
        }
      : null,
    note: row.note,
    voucher: row.voucher,
    reviewBy: row.reviewed_by,
    reviewTime: row.reviewed_at,
    files: row.files,
    // The company that is objected to does not learn who objected.
    objections: objections
      .filter((o) => staff || o.user_id === actor.userId || o.state !== objectionCodes.code.open)
      .map((o) => ({
        id: o.id,
        content: o.content,
        state: o.state,
        createTime: o.created_at,
        userName: staff ? o.name : null,
        own: o.user_id === actor.userId,
        reply: o.reply,
        resolveTime: o.resolved_at,
        answerable: o.state === objectionCodes.code.open && answersFor(actor, row.makers),
      })),
    deletedReason: row.deleted_reason,
    twinReason: row.twin_reason,
    twins: twins.map((t) => ({ id: t.id, projectName: t.project_name, state: t.state })),
    correction: staff && row.correction ? correctionView(row.correction) : null,
    logs: logs.map((l) => ({
      move: l.move,
      state: Number(l.to_state ?? l.from_state),
      actorName: l.actor_name,
      note: l.reason,
      time: l.at,
    })),
    allowed: staff ? await movesOf(k, actor, id) : [],
  }
}

/** Moves of a change that waits for a second person; only staff see them until it is confirmed. */
const between: readonly string[] = ['propose', 'decline']
const correctionView = ({ by: _, ...c }: AllowanceCorrection) => ({ ...c, amount: inWan(c.amount) })

/** The sums published today, for any signed-in user: company, project, sum, end date, and the result of the user's own objection. */
export async function publicityList(k: Kernel, actor: Actor, q: Parsed<typeof endpoints.publicityList>['query']) {
  const day = today(k.clock)
  let rows = k.db
    .selectFrom('allowance as a')
    .innerJoin('company as c', 'c.id', 'a.company_id')
    .leftJoin('policy as p', 'p.id', 'a.policy_id')
    .where('a.state', '=', allowanceStates.approved)
    .where('a.deleted', '=', false)
    .where('a.public_from', '<=', day)
    .where('a.public_to', '>=', day)
  if (q.keyword) {
    const like = likeText(q.keyword)
    rows = rows.where((e) => e.or([e('c.name', 'like', like), e('a.project_name', 'like', like)]))
  }
  const found = await pageOf(
    rows,
    q,
    (page) => page.orderBy('a.public_to').orderBy('a.id'),
    (page) =>
      page
        .leftJoin('allowance_objection as x', (join) => join.onRef('x.allowance_id', '=', 'a.id').on('x.user_id', '=', actor.userId))
        .select(['a.id', 'c.name', 'a.project_name', 'p.title', 'a.year', 'a.amount', 'a.public_from', 'a.public_to'])
        .select(['x.state as said', 'x.reply']),
  )
  return {
    total: found.total,
    list: found.rows.map((r) => ({
      id: r.id,
      companyName: r.name,
      projectName: r.project_name,
      policyTitle: r.title,
      year: r.year,
      amount: inWan(r.amount),
      publicFrom: r.public_from!,
      publicTo: r.public_to!,
      objection: r.said === null ? null : { state: r.said, reply: r.reply },
    })),
  }
}

export async function allowanceEnums(k: Kernel) {
  const offices = await k.db.selectFrom('office').select(['id', 'name']).orderBy('id').execute()
  const now = Number(today(k.clock).slice(0, 4))
  const pairs = (labels: Readonly<Record<string | number, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }))
  return {
    state: pairs(allowanceStateLabels),
    source: pairs(allowanceSources),
    office: offices.map((o) => ({ value: String(o.id), label: o.name })),
    year: Array.from({ length: 6 }, (_, i) => String(now - i)).map((y) => ({ value: y, label: y })),
  }
}

/** Number and sum by month of entry, and the paid part; by default of the last twelve months. */
export async function allowanceStatistics(k: Kernel, actor: Actor, q: { startTime?: string | undefined; endTime?: string | undefined }) {
  const to = q.endTime ?? today(k.clock)
  const from = q.startTime ?? `${addDays(to, -365).slice(0, 7)}-01`
  const month = monthOf('a.created_at')
  const rows = await seenBy(k.db, actor)
    .where(dayRange('a.created_at', from, to))
    .select([month.as('month'), (e) => e.fn.countAll<number>().as('n'), sql<string>`coalesce(sum(a.amount), 0)`.as('sum')])
    .select(sql<number>`count(*) filter (where a.state = ${allowanceStates.paid})`.as('paid_n'))
    .select(sql<string>`coalesce(sum(a.amount) filter (where a.state = ${allowanceStates.paid}), 0)`.as('paid_sum'))
    .select(sql<number>`count(*) filter (where a.state = ${allowanceStates.pending})`.as('pending'))
    .groupBy(month)
    .orderBy(month)
    .execute()
  const total = (pick: (r: (typeof rows)[number]) => number) => rows.reduce((all, r) => all + pick(r), 0)
  return {
    names: rows.map((r) => r.month),
    series: [
      { name: '笔数', data: rows.map((r) => r.n) },
      { name: '金额（万元）', data: rows.map((r) => inWan(Number(r.sum))) },
      { name: '已拨付（万元）', data: rows.map((r) => inWan(Number(r.paid_sum))) },
    ],
    totals: {
      count: total((r) => r.n),
      amount: inWan(total((r) => Number(r.sum))),
      paidCount: total((r) => Number(r.paid_n)),
      paidAmount: inWan(total((r) => Number(r.paid_sum))),
      pending: total((r) => Number(r.pending)),
    },
  }
}
