import type { FactSource, FactValue } from '../../contract/company.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { publish } from '../kernel/jobs/events.ts'
import type { Applied, ImportRow, ImportScope } from '../kernel/import/importers.ts'
import { openPii } from '../kernel/access/pii.ts'
import type { CellError } from '../kernel/sheet/check.ts'
import { sameName } from '../kernel/sheet/values.ts'
import { companiesSeen } from './access.ts'
import { isPersonal, type PersonalKey } from './catalogue.ts'
import { COMPANIES_CHANGED } from './totals.ts'
import { writeFactsOfMany, type CompanyWrites, type FactWrite } from './write-facts.ts'

export type ArchiveRow = { companyName?: string; creditCode: string } & Record<string, FactValue>

/**
 * Imports a department's rows into the archives. The company is found by its credit code, or created. An empty cell leaves the fact
 * unchanged; an equal fact of the same department is not written again; a company that the sender may not see is refused. Four queries
 * check a batch, and a fixed number writes it.
 */
export async function applyArchives(
  { k, actor, params: { source, asOf } }: ImportScope<{ source: FactSource; asOf: string }>,
  db: Db,
  rows: readonly ImportRow<ArchiveRow>[],
  dry: boolean,
): Promise<Applied> {
  const applied: Applied = { added: 0, changed: 0, same: 0, errors: [] }
  if (rows.length === 0) return applied
  const { known, faultsIn } = await archiveJudge({ actor, params: { source } }, db, rows)
  const facts = await storedFacts(
    db,
    [...known.values()].map((c) => c.id),
    [...new Set(rows.flatMap(({ value }) => Object.keys(value)))],
  )
  const added: { code: string; name: string; writes: FactWrite[] }[] = []
  const changed: CompanyWrites[] = []
  for (const { row, value } of rows) {
    const faults = faultsIn({ row, value })
    applied.errors.push(...faults)
    if (faults.length > 0) continue
    const { companyName, creditCode, ...values } = value
    const name = companyName?.trim()
    const company = known.get(creditCode)
    const writes = Object.entries(values).map(([key, v]): FactWrite => ({ key, value: v, source, asOf }))
    if (!company) {
      const own = { source: '市场监管' as const, asOf }
      added.push({
        code: creditCode,
        name: name!,
        writes: [{ key: 'companyName', value: name!, ...own }, { key: 'creditCode', value: creditCode, ...own }, ...writes],
      })
      continue
    }
    if (name && !sameName(name, company.name)) writes.push({ key: 'companyName', value: name, source, asOf })
    const sealed: Record<PersonalKey, string | null> = {
      legalPerson: company.legal_person,
      legalPersonPhone: company.legal_person_phone,
      contactPerson: company.contact_person,
      contactPhone: company.contact_phone,
    }
    const differing = writes.filter((w) => {
      if (isPersonal(w.key)) return sealed[w.key] === null || openPii(k, sealed[w.key]!) !== w.value
      const before = facts.get(`${company.id} ${w.key}`)
      return !before || before.source !== w.source || JSON.stringify(before.value) !== JSON.stringify(w.value)
    })
    if (differing.length === 0) applied.same++
    else changed.push({ companyId: company.id, writes: differing })
  }
  applied.added = added.length
  applied.changed = changed.length
  if (dry || added.length + changed.length === 0) return applied
  const made = await addAll(db, added)
  await writeFactsOfMany(k, db, [...changed, ...added.map((a) => ({ companyId: made.get(a.code)!, writes: a.writes }))], actor.userId)
  await publish(db, COMPANIES_CHANGED)
  return applied
}

/** The companies that the rows name, and what is wrong with a row beyond its single cells. A cell that is missing is not judged. */
export async function archiveJudge(
  { actor, params: { source } }: { actor: Actor; params: { source: FactSource } },
  db: Db,
  rows: readonly ImportRow<Partial<ArchiveRow>>[],
) {
  const found = await db
    .selectFrom('company')
    .select(['id', 'name', 'credit_code', 'legal_person', 'legal_person_phone', 'contact_person', 'contact_phone'])
    .where('credit_code', 'in', ['', ...rows.flatMap(({ value }) => value.creditCode ?? [])])
    .execute()
  const known = new Map(found.map((company) => [company.credit_code, company]))
  const seen = await companiesSeen(
    db,
    actor,
    found.map(({ id }) => id),
  )
  const faultsIn = ({ row, value: { companyName, creditCode } }: ImportRow<Partial<ArchiveRow>>): CellError[] => {
    if (creditCode === undefined) return []
    const company = known.get(creditCode)
    const name = companyName?.trim()
    if (!company) return name ? [] : [{ row, column: '企业名称', message: '新建档案须填写企业名称' }]
    // The name of a company that the sender may not see is not told.
    if (!seen.has(company.id)) return [{ row, column: '统一社会信用代码', message: '该企业不在您的数据范围内' }]
    if (!name || sameName(name, company.name) || source === '市场监管') return []
    return [{ row, column: '企业名称', message: `与档案中的“${company.name}”不一致` }]
  }
  return { known, faultsIn }
}

async function storedFacts(db: Db, ids: readonly number[], keys: readonly string[]) {
  if (ids.length === 0 || keys.length === 0) return new Map<string, { value: FactValue; source: string }>()
  const rows = await db
    .selectFrom('company_fact')
    .select(['company_id', 'field_key', 'value', 'source'])
    .where('company_id', 'in', [...ids])
    .where('field_key', 'in', [...keys])
    .execute()
  return new Map(rows.map((f) => [`${f.company_id} ${f.field_key}`, f]))
}

async function addAll(db: Db, added: readonly { code: string; name: string }[]): Promise<Map<string, number>> {
  if (added.length === 0) return new Map()
  const rows = await db
    .insertInto('company')
    .values(added.map((a) => ({ credit_code: a.code, name: a.name })))
    // Somebody created it between the passes: its archive is filled all the same.
    .onConflict((c) => c.column('credit_code').doUpdateSet((e) => ({ credit_code: e.ref('excluded.credit_code') })))
    .returning(['id', 'credit_code'])
    .execute()
  return new Map(rows.map((r) => [r.credit_code, r.id]))
}
