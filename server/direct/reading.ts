import { inWan } from '../../contract/money.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type {
  directStaff as endpoints,
  DirectFigures,
  DirectListDetail,
  DirectListRow,
  DirectRowDetail,
  DirectStaffRow,
} from '../../contract/direct.ts'
import type { DirectListState } from '../../contract/direct/states.ts'
import { authStatuses } from '../../contract/company.ts'
import { authStatusOf, consentingOf, noteListed, noteSitting } from '../company/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { today } from '../kernel/clock.ts'
import { notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { timeline } from '../kernel/flow-log.ts'
import { allowed, readerOf } from '../kernel/flow.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { maskAccount, maskName, maskPhone, openPii } from '../kernel/access/pii.ts'
import { publishedRules, saidRule } from '../policy/index.ts'
import { listsSeenBy } from './access.ts'
import { hashOf, rejudge, shownEvidence } from './evidence.ts'
import { listFlow, rowMovesFor } from './flow.ts'
import { runOf } from './making.ts'
import { counting, duplicate, listColumns, lists, rowColumns, rowsOf, sumsOf } from './queries.ts'

type Sum = Awaited<ReturnType<typeof sumsOf>>[number]
type Listed = { [K in 'id' | 'version' | 'policy_id' | 'year' | 'open_objections']: number } & {
  title: string
  policy_title: string
  as_of: string
  state: DirectListRow['state']
  budget: number | null
  public_from: string | null
  public_to: string | null
  created_by_name: string
  created_at: string
}

function present(r: Listed, sums: readonly Sum[]): DirectListRow {
  const own = sums.filter((s) => s.list_id === r.id && counting.includes(s.state))
  return {
    id: r.id,
    version: r.version,
    title: r.title,
    policyId: r.policy_id,
    policyTitle: r.policy_title,
    year: r.year,
    asOf: r.as_of,
    state: r.state,
    budget: r.budget === null ? null : inWan(r.budget),
    // In a draft the rows are not final, so they are not counted.
    listed: r.state === 'draft' ? 0 : own.reduce((n, s) => n + s.count, 0),
    amount: r.state === 'draft' ? 0 : inWan(own.reduce((n, s) => n + Number(s.amount), 0)),
    consented: own.filter((s) => s.state === 'consented' || s.state === 'handed' || s.state === 'held').reduce((n, s) => n + s.count, 0),
    openObjections: r.open_objections,
    publicFrom: r.public_from,
    publicTo: r.public_to,
    createdByName: r.created_by_name,
    createTime: r.created_at,
  }
}

export async function listLists(k: Kernel, actor: Actor, { page, pageSize, ...q }: Parsed<typeof endpoints.list>['query']) {
  const { total, rows } = await pageOf(
    lists(k.db, actor, q, today(k.clock)),
    { page, pageSize },
    (found) => found.orderBy('l.id', 'desc'),
    (found) => found.select([...listColumns]),
  )
  const sums = await sumsOf(
    k.db,
    rows.map((r) => r.id),
  )
  return { total, list: rows.map((r) => present(r, sums)) }
}

export async function findList(k: Kernel, actor: Actor, id: number): Promise<DirectListDetail> {
  const row = await listsSeenBy(k.db, actor)
    .leftJoin('office as o', 'o.id', 'l.office_id')
    .select([...listColumns, 'l.days', 'l.office_id', 'o.name as office_name', 'l.note', 'l.rule', 'l.rule_version', 'l.rule_hash'])
    .select(['l.figures', 'l.over_reason', 'l.opinion', 'l.confirmed_by_name', 'l.created_by'])
    .where('l.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('名单不存在或已被删除')
  const sums = row.state === 'draft' ? [] : await sumsOf(k.db, [id])
  const figures = row.figures && (await openFigures(k, actor, row.title, row.figures))
  const logs = await timeline(k.db, listFlow, id)
  const rule = row.rule ?? (await publishedRules(k.db, [row.policy_id], row.as_of))[0]
  const shown = present(row, sums)
  return {
    ...shown,
    days: row.days,
    officeId: row.office_id,
    officeName: row.office_name,
    note: row.note,
    ruleVersion: row.rule_version,
    ruleHash: row.rule_hash,
    rule: rule ? await saidRule(k, rule.rule, 'staff') : null,
    figures,
    run: await runOf(k, actor, id),
    over: shown.budget !== null && shown.amount > shown.budget ? Math.round((shown.amount - shown.budget) * 1e6) / 1e6 : null,
    overReason: row.over_reason,
    opinion: row.opinion,
    confirmedByName: row.confirmed_by_name,
    counts: sums.map((s) => ({ state: s.state, count: s.count, amount: inWan(Number(s.amount)) })),
    logs: logs.map((l) => ({ move: l.move, state: l.to_state as DirectListState, actorName: l.actor_name, note: l.reason, time: l.at })),
    moves: allowed(listFlow, await readerOf(k.db, listFlow, actor, [row]), { ...row, today: today(k.clock) }),
  }
}

/**
 * Companies in a preview and companies without a certain amount are named only while they consent, and the look is recorded in their ledger
 * (P-01, G-06).
 */
async function openFigures(k: Kernel, actor: Actor, title: string, figures: DirectFigures): Promise<DirectFigures> {
  const open = figures.undetermined.list
  const standing = await consentingOf(
    k.db,
    [...open, ...(figures.named ?? [])].map((row) => row.companyId),
  )
  const list = open.filter((row) => standing.has(row.companyId))
  await noteListed(k, k.db, actor, `测算免申即享名单“${title}”`, [...standing])
  return {
    ...figures,
    ...(figures.named ? { named: figures.named.filter((row) => standing.has(row.companyId)) } : {}),
    undetermined: { total: figures.undetermined.total - open.length + list.length, list },
  }
}

type StaffRow = { [K in 'id' | 'company_id' | 'amount']: number } & {
  company_name: string
  credit_code: string
  state: DirectStaffRow['state']
  origin: DirectStaffRow['origin']
  reason: string | null
  duplicate: boolean
  answered_at: string | null
  allowance_id: number | null
}
export const staffRow = (r: StaffRow): DirectStaffRow => ({
  id: r.id,
  companyId: r.company_id,
  companyName: r.company_name,
  code: r.credit_code,
  amount: inWan(r.amount),
  state: r.state,
  origin: r.origin,
  reason: r.reason,
  duplicate: r.duplicate,
  answerTime: r.answered_at,
  allowanceId: r.allowance_id,
})

export async function listRows(k: Kernel, actor: Actor, q: Parsed<typeof endpoints.rows>['query']) {
  const { total, rows } = await pageOf(
    rowsOf(k.db, actor, q).where('l.state', '<>', 'draft'),
    q,
    { by: { amount: 'r.amount', id: 'r.id' }, tie: 'r.id' },
    (found) => found.select([...rowColumns, duplicate, 'l.title']),
  )
  if (rows[0])
    await noteListed(
      k,
      k.db,
      actor,
      `查看免申即享名单“${rows[0].title}”`,
      rows.map((r) => r.company_id),
    )
  return { total, list: rows.map(staffRow) }
}

const own: readonly string[] = ['consented', 'handed', 'held']
/** One company with its evidence. Without consent to the archive the evidence is withheld (P-01), unless the company agreed to the list. */
export async function findRow(k: Kernel, call: Call, actor: Actor, id: number): Promise<DirectRowDetail> {
  const at = await k.db.selectFrom('direct_row').select('list_id').where('id', '=', id).executeTakeFirst()
  const row =
    at
    && (await rowsOf(k.db, actor, { listId: at.list_id })
      .where('r.id', '=', id)
      .where('l.state', '<>', 'draft')
      .select([...rowColumns, duplicate, 'l.state as list_state', 'r.evidence', 'r.evidence_hash'])
      .select(['r.bank_name', 'r.account_no', 'r.contact_name', 'r.contact_phone'])
      .executeTakeFirst())
  if (!row) throw notFound('名单中没有这家企业')
  const readable = own.includes(row.state) || (await authStatusOf(k.db, row.company_id)) === authStatuses.granted
  if (readable) await noteSitting(k, call, actor, row.company_id, 'company.direct.read')
  return {
    ...staffRow(row),
    listId: at.list_id,
    evidence: readable ? shownEvidence(row.evidence) : null,
    evidenceHash: row.evidence_hash,
    intact: hashOf(row.evidence) === row.evidence_hash,
    bankName: row.bank_name,
    ...maskedPayee(k, row),
    moves: actor.permissions.has('direct:manage') ? rowMovesFor(row.list_state, row.state, 'staff') : [],
  }
}

/** Account and contact, masked. */
export const maskedPayee = (k: Kernel, row: { account_no: string | null; contact_name: string | null; contact_phone: string | null }) => {
  return {
    accountNo: row.account_no ? maskAccount(openPii(k, row.account_no)) : null,
    contactName: row.contact_name ? maskName(openPii(k, row.contact_name)) : null,
    contactPhone: row.contact_phone ? maskPhone(openPii(k, row.contact_phone)) : null,
  }
}

const STEP = 200
/** Judges every row again from its frozen facts by the frozen rule, and compares its hash. */
export async function verifyList(k: Kernel, actor: Actor, id: number) {
  const list = await listsSeenBy(k.db, actor).select(['l.rule']).where('l.id', '=', id).executeTakeFirst()
  if (!list) throw notFound('名单不存在或已被删除')
  const differ: { rowId: number; companyName: string; why: string }[] = []
  let rows = 0
  for (let after = 0; list.rule;) {
    const batch = await k.db
      .selectFrom('direct_row')
      .select(['id', 'company_name', 'amount', 'evidence', 'evidence_hash'])
      .where('list_id', '=', id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(STEP)
      .execute()
    for (const r of batch) {
      const why = hashOf(r.evidence) === r.evidence_hash ? rejudge(list.rule, r.evidence, r.amount) : '依据与生成时的校验值不一致'
      if (why) differ.push({ rowId: r.id, companyName: r.company_name, why })
    }
    rows += batch.length
    if (batch.length < STEP) break
    after = batch.at(-1)!.id
  }
  return { rows, same: rows - differ.length, differ }
}
