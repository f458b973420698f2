import { objectionCodes } from '../../contract/passing.ts'
import { inWan } from '../../contract/money.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { directMine as endpoints, DirectWhy, MyDirectDetail, MyDirectRow } from '../../contract/direct.ts'
import { authStatuses } from '../../contract/company.ts'
import { authStatusOf, ownFactsOf } from '../company/index.ts'
import { companyOf, isOwnAccount, ownCompanyOf, type Actor } from '../kernel/actor.ts'
import { today } from '../kernel/clock.ts'
import { notFound, refused } from '../kernel/errors.ts'
import type { Db } from '../kernel/db/index.ts'
import { once } from '../kernel/http/idempotency.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { maskAccount, sealPii } from '../kernel/access/pii.ts'
import { archiveFor, judgeOf } from '../matching/index.ts'
import { notify } from '../system/index.ts'
import { ownRows } from './access.ts'
import { shownEvidence } from './evidence.ts'
import { rowMovesFor } from './flow.ts'
import { moveRow } from './move.ts'
import { objectionsOf } from './objection-list.ts'
import { publishedList } from './publicity.ts'
import { counting } from './queries.ts'
import { maskedPayee } from './reading.ts'

const columns = [
  'r.id',
  'r.list_id',
  'l.title',
  'l.policy_id',
  'p.title as policy_title',
  'l.year',
  'r.amount',
  'r.state',
  'l.state as list_state',
  'l.as_of',
  'l.public_from',
  'l.public_to',
  'r.reason',
  'r.allowance_id',
] as const
const rowsFor = (k: Kernel, companyId: number) => ownRows(k.db, companyId).select([...columns])
type Row = Awaited<ReturnType<ReturnType<typeof rowsFor>['executeTakeFirstOrThrow']>>

const present = (actor: Actor, r: Row): MyDirectRow => ({
  id: r.id,
  listId: r.list_id,
  title: r.title,
  policyId: r.policy_id,
  policyTitle: r.policy_title,
  year: r.year,
  amount: inWan(r.amount),
  state: r.state,
  listState: r.list_state,
  asOf: r.as_of,
  publicFrom: r.public_from!,
  publicTo: r.public_to!,
  reason: r.reason,
  allowanceId: r.allowance_id,
  // Only the company's own account answers and gives the bank account.
  moves: isOwnAccount(actor) ? rowMovesFor(r.list_state, r.state, 'company') : [],
})

/** Rows that wait for the company's answer. */
export const waitingRows = (db: Db, companyId: number) =>
  ownRows(db, companyId).where('r.state', '=', 'listed').where('l.state', '=', 'announced')

export async function myRows(k: Kernel, actor: Actor, { page, pageSize, waiting }: Parsed<typeof endpoints.list>['query']) {
  const rows = waiting === '1' ? waitingRows(k.db, companyOf(actor)) : ownRows(k.db, companyOf(actor))
  const found = await pageOf(
    rows,
    { page, pageSize },
    (q) => q.orderBy('r.id', 'desc'),
    (q) => q.select([...columns]),
  )
  return { total: found.total, list: found.rows.map((r) => present(actor, r)) }
}

export async function myRow(k: Kernel, actor: Actor, id: number): Promise<MyDirectDetail> {
  const companyId = companyOf(actor)
  const row = await rowsFor(k, companyId)
    .select(['r.evidence', 'r.company_name', 'r.bank_name', 'r.account_no', 'r.contact_name', 'r.contact_phone'])
    // A link to a row that was corrected opens the row that replaced it.
    .where('r.list_id', '=', (e) => e.selectFrom('direct_row').select('list_id').where('id', '=', id).where('company_id', '=', companyId))
    .executeTakeFirst()
  if (!row) throw notFound('名单中没有本企业')
  const said = await objectionsOf(k, { listId: row.list_id, companyId, page: 1, pageSize: 50 })
  const objections = said.list.filter((o) => o.own || o.rowId === null)
  const own = await ownFactsOf(k, k.db, companyId, ['contactPerson', 'contactPhone'])
  const text = (key: string) => (typeof own[key]?.value === 'string' ? own[key].value : null)
  return {
    ...present(actor, row),
    evidence: shownEvidence(row.evidence),
    companyName: row.company_name,
    bankName: row.bank_name,
    ...maskedPayee(k, row),
    consent: (await authStatusOf(k.db, companyId)) === authStatuses.granted,
    canObject:
      row.list_state === 'announced' && today(k.clock) <= row.public_to! && !objections.some((o) => o.state === objectionCodes.code.open),
    objections,
    suggested: { contactName: text('contactPerson'), contactPhone: text('contactPhone') },
  }
}

/**
 * Why the company is on the list or not: by the frozen evidence if it has a row, else by its current archive, judged by the frozen rule on
 * the list's date. Without consent to the archive there is no judgement, and the result says so.
 */
export async function whyMe(k: Kernel, actor: Actor, listId: number): Promise<DirectWhy> {
  const companyId = companyOf(actor)
  const found = await publishedList(k, actor, listId)
  if (!found) throw notFound('名单不存在或已被删除')
  const { rule, ...list } = found
  const row = await k.db
    .selectFrom('direct_row')
    .select(['id', 'state', 'reason', 'evidence'])
    .where('list_id', '=', listId)
    .where('company_id', '=', companyId)
    .where('state', '<>', 'replaced')
    .executeTakeFirst()
  const listed = row !== undefined && counting.includes(row.state)
  const consent = (await authStatusOf(k.db, companyId)) === authStatuses.granted
  const archive = row || !consent ? null : await archiveFor(k, companyId, rule)
  const judgement = row ? row.evidence.judgement : archive && judgeOf(rule, list.asOf)(archive)
  const { list: objections } = await objectionsOf(k, { listId, companyId, page: 1, pageSize: 20 })
  return {
    list,
    standing: listed ? 'listed' : row ? 'excluded' : 'absent',
    rowId: row?.id ?? null,
    reason: listed ? null : (row?.reason ?? null),
    consent,
    judgement,
    frozen: row !== undefined,
    canObject:
      !listed
      && list.state === 'announced'
      && today(k.clock) <= list.publicTo
      && !objections.some((o) => o.state === objectionCodes.code.open && o.rowId === null),
    objections,
  }
}

const ownerOnly = { consent: '收款账户只能由企业自己的账号填写', decline: '放弃补贴只能由企业自己的账号办理' } as const

async function answer(
  k: Kernel,
  call: Call,
  actor: Actor,
  id: number,
  move: 'consent' | 'decline',
  reason: string | null,
  set: object,
  heard: (title: string) => { title: string; body: string },
): Promise<true> {
  const companyId = ownCompanyOf(actor, ownerOnly[move])
  return k.db.transaction().execute<true>((db) =>
    once(db, call, `direct.${move}`, { id, reason }, async () => {
      const seen = await ownRows(db, companyId).select('r.list_id').where('r.id', '=', id).executeTakeFirst()
      if (!seen) throw notFound('名单中没有本企业')
      // The list is locked before its rows, as everywhere, so that closing and answering do not deadlock.
      const list = await db
        .selectFrom('direct_list')
        .select(['id', 'state', 'version', 'title'])
        .where('id', '=', seen.list_id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const row = await db
        .selectFrom('direct_row')
        .select(['id', 'company_id', 'state'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (move === 'consent' && (await authStatusOf(db, companyId)) !== authStatuses.granted)
        throw refused('尚未授权平台读取企业档案，请先完成企业用户授权', 'NO_CONSENT')
      await moveRow(k, db, call, list, row, {
        move,
        who: 'company',
        reason,
        set: { ...set, answered_by: actor.userId, answered_at: k.clock.now() },
      })
      await notify(db, k, { to: { companyId }, kind: 'company', ...heard(list.title), link: `/work/myDirect?id=${id}` })
      return true as const
    }),
  )
}

/** Records consent, with the bank account for the money; account and contact are stored sealed. */
export const consent = (k: Kernel, call: Call, actor: Actor, body: Parsed<typeof endpoints.consent>['body']): Promise<true> =>
  answer(
    k,
    call,
    actor,
    body.id,
    'consent',
    null,
    {
      bank_name: body.bankName,
      account_no: sealPii(k, body.accountNo),
      contact_name: sealPii(k, body.contactName),
      contact_phone: sealPii(k, body.contactPhone),
    },
    (title) => ({
      title: `“${title}”的收款账户已填写`,
      body: `${body.bankName}，账号 ${maskAccount(body.accountNo)}。如非贵企业所填，请立即联系拨付部门。`,
    }),
  )
/** Records a refusal and removes an account that was given before. */
export const decline = (k: Kernel, call: Call, actor: Actor, body: Parsed<typeof endpoints.decline>['body']): Promise<true> =>
  answer(
    k,
    call,
    actor,
    body.id,
    'decline',
    body.reason,
    { bank_name: null, account_no: null, contact_name: null, contact_phone: null },
    (title) => ({ title: `贵企业已放弃“${title}”`, body: '已填写的收款账户不再保留；名单结束公示前可以改为确认。' }),
  )
