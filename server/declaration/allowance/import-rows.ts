import { allowanceStates } from '../../../contract/declaration/allowance-states.ts'
import { inFen } from '../../../contract/money.ts'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/index.ts'
import type { Applied, ImportRow, ImportScope } from '../../kernel/import/importers.ts'
import { allowanceFlow } from './flow.ts'
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
 * imported again.
 */
export async function applyAllowances(
  { k, actor }: ImportScope<unknown>,
  db: Db,
  rows: readonly ImportRow<SheetValue>[],
  dry: boolean,
): Promise<Applied> {
  const applied: Applied = { added: 0, changed: 0, same: 0, errors: [] }
  const wanted = (pick: (v: SheetValue) => string | undefined) => [...new Set(rows.flatMap((r) => pick(r.value) ?? []))]
  const codes = wanted((v) => v.creditCode)
  const companies = new Map(
    (await db.selectFrom('company').select(['id', 'credit_code']).where('credit_code', 'in', codes).execute()).map((c) => [
      c.credit_code,
      c.id,
    ]),
  )
  if (!dry) await lockSupports(db, [...companies.values()])
  const titles = wanted((v) => v.policy)
  const policies = new Map(
    titles.length === 0
      ? []
      : (await db.selectFrom('policy').select(['id', 'title']).where('title', 'in', titles).where('deleted', '=', false).execute()).map(
          (p) => [p.title, p.id],
        ),
  )
  const names = wanted((v) => v.office)
  const offices = new Map(
    names.length === 0
      ? []
      : (await db.selectFrom('office').select(['id', 'name']).where('name', 'in', names).execute()).map((o) => [o.name, o.id]),
  )
  const standing = new Map(
    (companies.size === 0
      ? []
      : await db
          .selectFrom('allowance')
          .select(['id', 'company_id', 'policy_id', 'project_name', 'year', 'amount', 'office_id', 'note', 'state', 'name_key'])
          .where('company_id', 'in', [...companies.values()])
          .where('state', '<>', allowanceStates.refused)
          .where('deleted', '=', false)
          .execute()
    ).flatMap((a) => keysOf(a.company_id, a.policy_id, a.name_key, a.year).map((key) => [key, a] as const)),
  )
  const sheet = new Set<string>()
  const fresh: { row: number; values: ReturnType<typeof columns> }[] = []
  const changes: { id: number; values: ReturnType<typeof columns> }[] = []
  function columns(v: SheetValue, companyId: number) {
    return {
      company_id: companyId,
      policy_id: v.policy ? (policies.get(v.policy) ?? null) : null,
      project_name: v.projectName,
      year: v.year,
      amount: inFen(v.amount),
      office_id: v.office ? (offices.get(v.office) ?? null) : null,
      note: v.note || null,
    }
  }
  for (const { row, value } of rows) {
    const companyId = companies.get(value.creditCode)
    const fault = (column: string, message: string) => applied.errors.push({ row, column, message })
    const before = applied.errors.length
    if (companyId === undefined) fault('统一社会信用代码', '平台没有这家企业')
    if (value.policy && !policies.has(value.policy)) fault('政策标题', '没有这项政策')
    if (value.office && !offices.has(value.office)) fault('拨付部门', '没有这个部门')
    if (applied.errors.length > before || companyId === undefined) continue
    const values = columns(value, companyId)
    const keys = keysOf(companyId, values.policy_id, nameKey(values.project_name), values.year)
    const there = keys.map((key) => standing.get(key)).find((a) => a !== undefined)
    if (keys.some((key) => sheet.has(key))) fault('项目名称', '与本文件的另一行是同一企业、同一年度的同一支持')
    else if (!there) {
      fresh.push({ row, values })
      for (const key of keys) sheet.add(key)
    } else if (there.name_key !== nameKey(values.project_name) || there.policy_id !== values.policy_id)
      fault('项目名称', `该企业 ${values.year} 年的同一支持已登记（编号 ${there.id}）`)
    else if (there.amount === values.amount && there.office_id === values.office_id && there.note === values.note) applied.same++
    else if (there.state !== allowanceStates.pending) fault('项目名称', `已有同名补贴（编号 ${there.id}），且已通过审核，不能改动`)
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
