import { allowanceStates } from '../../../contract/declaration/allowance-states.ts'
import { inFen } from '../../../contract/money.ts'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/index.ts'
import type { Applied, ImportRow, ImportScope } from '../../kernel/import/importers.ts'
import type { CellError } from '../../kernel/sheet/check.ts'
import { companiesOf } from '../../company/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import { allowanceFlow } from './flow.ts'
import { seenBy } from './queries.ts'
import { lockSupports, nameKey } from './twins.ts'

export interface SheetValue {
  creditCode: string
  projectName: string
  year: number
  amount: number
  policy?: string
  office?: string
  note?: string
}

/**
 * Checks a batch against companies, policies, offices and existing allowances, and enters the good rows as waiting for review. The natural
 * key is company, policy, project and year: a waiting row is changed, a row in a later state is skipped and reported, so a file can be
 * imported again. `taken` holds the supports that earlier rows of the file entered.
 */
export async function applyAllowances(
  { k, actor }: ImportScope<unknown>,
  db: Db,
  rows: readonly ImportRow<SheetValue>[],
  dry: boolean,
  taken: Set<string>,
): Promise<Applied> {
  const applied: Applied = { added: 0, changed: 0, same: 0, errors: [] }
  const judge = await allowanceJudge(db, actor, rows, taken, !dry)
  const fresh: { values: Columns }[] = []
  const changes: { id: number; values: Columns }[] = []
  for (const { row, value } of rows) {
    const { values: named, keys, there, faults } = judge({ row, value })
    applied.errors.push(...faults)
    if (faults.length > 0 || named === null) continue
    const values = { ...named, amount: inFen(value.amount), note: value.note || null }
    if (!there) {
      fresh.push({ values })
      for (const key of keys) taken.add(key)
    } else if (standsSo(there, values)) applied.same++
    else changes.push({ id: there.id, values })
  }
  applied.added = fresh.length
  applied.changed = changes.length
  if (dry) return applied
  const now = k.clock.now()
  if (fresh.length > 0) {
    const made = await db
      .insertInto('allowance')
      .values(
        fresh.map((f) => ({
          ...f.values,
          files: '[]',
          source: 'import' as const,
          created_by: actor.userId,
          makers: [actor.userId],
          created_at: now,
          updated_at: now,
        })),
      )
      .returning('id')
      .execute()
    await db
      .insertInto('flow_log')
      .values(
        made.map(({ id }) => ({
          flow: allowanceFlow.name,
          row_id: id,
          row_version: 1,
          move: 'enter',
          to_state: '0',
          actor_id: actor.userId,
          actor_name: actor.name,
          reason: '批量导入',
          at: now,
        })),
      )
      .execute()
  }
  for (const { id, values } of changes)
    await db
      .updateTable('allowance')
      .set((e) => ({
        ...values,
        version: e('version', '+', 1),
        updated_at: now,
        makers: sql<number[]>`case when ${actor.userId}::bigint = any(makers) then makers else makers || ${actor.userId}::bigint end`,
      }))
      .where('id', '=', id)
      .where('state', '=', allowanceStates.pending)
      .execute()
  return applied
}

/** The keys by which two supports count as the same: company and year, with the policy and with the name. */
const keysOf = (companyId: number, policyId: number | null, name: string, year: number): string[] => [
  [companyId, year, 'name', name].join('\n'),
  ...(policyId === null ? [] : [[companyId, year, 'policy', policyId].join('\n')]),
]

interface Named {
  company_id: number
  policy_id: number | null
  project_name: string
  year: number
  office_id: number | null
}
type Columns = Named & { amount: number; note: string | null }
const standsSo = (there: Omit<Columns, keyof Named> & { office_id: number | null }, values: Columns) =>
  there.amount === values.amount && there.office_id === values.office_id && there.note === values.note

/**
 * What a row names, the allowance that stands for it, and all that is wrong beyond its single cells. A cell that is missing is not judged.
 * `alone` keeps others from entering supports of these companies meanwhile.
 */
export async function allowanceJudge(
  db: Db,
  actor: Actor,
  rows: readonly ImportRow<Partial<SheetValue>>[],
  taken: ReadonlySet<string>,
  alone = false,
) {
  const wanted = (pick: (v: Partial<SheetValue>) => string | undefined) => ['', ...new Set(rows.flatMap((r) => pick(r.value) ?? []))]
  const codes = wanted((v) => v.creditCode)
  // A company outside the sender's rule is as if absent.
  const known = await db
    .selectFrom('company as c')
    .select(['c.id', 'c.credit_code'])
    .where('c.credit_code', 'in', codes)
    .where(companiesOf(actor))
    .execute()
  const companies = new Map(known.map((c) => [c.credit_code, c.id]))
  if (alone) await lockSupports(db, [...companies.values()])
  const titles = wanted((v) => v.policy)
  const titled = await db.selectFrom('policy').select(['id', 'title']).where('title', 'in', titles).where('deleted', '=', false).execute()
  const policies = new Map(titled.map((p) => [p.title, p.id]))
  const names = wanted((v) => v.office)
  const named = await db.selectFrom('office').select(['id', 'name']).where('name', 'in', names).execute()
  const offices = new Map(named.map((o) => [o.name, o.id]))
  const standing = await standingOf(db, actor, [...companies.values()])
  return ({ row, value }: ImportRow<Partial<SheetValue>>) => {
    const faults: CellError[] = []
    const fault = (column: string, message: string) => faults.push({ row, column, message })
    const company_id = companies.get(value.creditCode ?? '')
    const policy_id = value.policy ? (policies.get(value.policy) ?? null) : null
    const office_id = value.office ? (offices.get(value.office) ?? null) : null
    if (value.creditCode !== undefined && company_id === undefined) fault('统一社会信用代码', '平台没有这家企业')
    if (value.policy && policy_id === null) fault('政策标题', '没有这项政策')
    if (value.office && office_id === null) fault('拨付部门', '没有这个部门')
    const { projectName: project_name, year } = value
    if (company_id === undefined || project_name === undefined || year === undefined)
      return { values: null, keys: [], there: undefined, faults }
    const values: Named = { company_id, policy_id, project_name, year, office_id }
    const keys = keysOf(company_id, policy_id, nameKey(project_name), year)
    const there = keys.map((key) => standing.get(key)).find((a) => a !== undefined)
    if (keys.some((key) => taken.has(key))) fault('项目名称', '与本文件的另一行是同一企业、同一年度的同一支持')
    else if (there && (there.name_key !== nameKey(project_name) || (there.policy_id !== policy_id && !isUnknown(value.policy, policy_id))))
      fault('项目名称', `该企业 ${year} 年的同一支持已登记${numberOf(there)}`)
    else if (there && !there.isSeen) fault('项目名称', '已有同名补贴，不在您的数据范围内，不能改动')
    else if (there && there.state !== allowanceStates.pending && value.amount !== undefined && !isUnknown(value.office, office_id)) {
      const asked = { ...values, amount: inFen(value.amount), note: value.note || null }
      if (!standsSo(there, asked)) fault('项目名称', `已有同名补贴（编号 ${there.id}），且已通过审核，不能改动`)
    }
    return { values, keys, there, faults }
  }
}
const numberOf = ({ id, isSeen }: { id: number; isSeen: boolean }) => (isSeen ? `（编号 ${id}）` : '')
/** The row names something that is not there. */
const isUnknown = (name: string | undefined, id: number | null) => Boolean(name) && id === null

/** The allowances of these companies that count, under each of their keys. */
async function standingOf(db: Db, actor: Actor, companyIds: readonly number[]) {
  if (companyIds.length === 0) return new Map<string, never>()
  const seen = await seenBy(db, actor)
    .where('a.company_id', 'in', [...companyIds])
    .select('a.id')
    .execute()
  const open = new Set(seen.map(({ id }) => id))
  const found = await db
    .selectFrom('allowance')
    .select(['id', 'company_id', 'policy_id', 'year', 'amount', 'office_id', 'note', 'state', 'name_key'])
    .where('company_id', 'in', [...companyIds])
    .where('state', '<>', allowanceStates.refused)
    .where('deleted', '=', false)
    .execute()
  return new Map(
    found.flatMap((a) =>
      keysOf(a.company_id, a.policy_id, a.name_key, a.year).map((key) => [key, { ...a, isSeen: open.has(a.id) }] as const),
    ),
  )
}
