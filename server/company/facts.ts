import { STAFF_SOURCE, type FactValue } from '../../contract/company.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { openPii } from '../kernel/access/pii.ts'
import { isPersonal, officialSourceOf, type PersonalKey } from './catalogue.ts'
import { platformLists } from './platform-lists.ts'
export { writeFacts, type FactWrite } from './write-facts.ts'

export type Facts = Record<string, FactValue>
/** Facts by field key, without personal values. Only for the company's own screens; all others use `authorizedFactsOf`. */
export async function factsOf(db: Db, companyId: number): Promise<Facts> {
  const row = await db.selectFrom('company_facts').select('facts').where('company_id', '=', companyId).executeTakeFirst()
  return row?.facts ?? {}
}

/** As `factsOf`, but null without the company's consent (P-01): the facts are then not read at all. */
export async function authorizedFactsOf(db: Db, companyId: number): Promise<Facts | null> {
  const row = await db
    .selectFrom('company_facts')
    .select('facts')
    .where('company_id', '=', companyId)
    .where('authorized', '=', true)
    .executeTakeFirst()
  return row?.facts ?? null
}

/** Those of the companies that consent. */
export const consentingOf = async (db: Db, ids: readonly number[]): Promise<Set<number>> =>
  new Set(
    ids.length === 0
      ? []
      : (
          await db
            .selectFrom('company_facts')
            .select('company_id')
            .where('company_id', 'in', [...new Set(ids)])
            .where('authorized', '=', true)
            .execute()
        ).map((row) => row.company_id),
  )

export interface Provenance {
  value: FactValue
  source: string
  asOf: string | null
  updatedAt: string
}
/** Facts with their sources, by key; `keys` limits them. The caller checks the consent. */
export async function provenanceOf(db: Db, companyId: number, keys?: readonly string[]): Promise<Record<string, Provenance>> {
  if (keys?.length === 0) return {}
  let q = db.selectFrom('company_fact').select(['field_key', 'value', 'source', 'as_of', 'updated_at']).where('company_id', '=', companyId)
  if (keys) q = q.where('field_key', 'in', [...keys])
  return withLists(
    Object.fromEntries(
      (await q.execute()).map((r) => [r.field_key, { value: r.value, source: r.source, asOf: r.as_of, updatedAt: r.updated_at }]),
    ),
    keys,
  )
}

/** Adds an empty list for a company without known support or related companies, as in the one-row copies that matching reads. */
function withLists(archive: Record<string, Provenance>, keys: readonly string[] | undefined): Record<string, Provenance> {
  for (const key of platformLists)
    if (!keys || keys.includes(key)) archive[key] ??= { value: [], source: STAFF_SOURCE, asOf: null, updatedAt: new Date(0).toISOString() }
  return archive
}

/** As `provenanceOf`, for many companies, with their names; only those that consent (P-01). One query for the facts. */
export async function authorizedArchives(
  db: Db,
  ids: readonly number[],
  keys: readonly string[],
): Promise<Map<number, { name: string; code: string; archive: Record<string, Provenance> }>> {
  if (ids.length === 0) return new Map()
  const companies = await db
    .selectFrom('company as c')
    .innerJoin('company_facts as f', 'f.company_id', 'c.id')
    .select(['c.id', 'c.name', 'c.credit_code'])
    .where('c.id', 'in', [...ids])
    .where('f.authorized', '=', true)
    .orderBy('c.id')
    .execute()
  const found = new Map(companies.map((c) => [c.id, { name: c.name, code: c.credit_code, archive: {} as Record<string, Provenance> }]))
  if (found.size === 0 || keys.length === 0) return found
  const facts = await db
    .selectFrom('company_fact')
    .select(['company_id', 'field_key', 'value', 'source', 'as_of', 'updated_at'])
    .where('company_id', 'in', [...found.keys()])
    .where('field_key', 'in', [...keys])
    .execute()
  for (const r of facts)
    found.get(r.company_id)!.archive[r.field_key] = { value: r.value, source: r.source, asOf: r.as_of, updatedAt: r.updated_at }
  for (const { archive } of found.values()) withLists(archive, keys)
  return found
}

/** Facts and persons of a company in clear, for the company itself (to prefill its forms). The caller checks the consent. */
export async function ownFactsOf(
  k: Pick<Kernel, 'secret'>,
  db: Db,
  companyId: number,
  keys: readonly string[],
): Promise<Record<string, Pick<Provenance, 'value' | 'source' | 'asOf'>>> {
  const facts: Record<string, Pick<Provenance, 'value' | 'source' | 'asOf'>> = await provenanceOf(
    db,
    companyId,
    keys.filter((key) => !isPersonal(key)),
  )
  if (!keys.some(isPersonal)) return facts
  const row = await db
    .selectFrom('company')
    .select(['legal_person', 'legal_person_phone', 'contact_person', 'contact_phone'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  const sealed: Record<PersonalKey, string | null | undefined> = {
    legalPerson: row?.legal_person,
    legalPersonPhone: row?.legal_person_phone,
    contactPerson: row?.contact_person,
    contactPhone: row?.contact_phone,
  }
  for (const key of keys.filter(isPersonal)) {
    const text = sealed[key]
    if (text) facts[key] = { value: openPii(k, text), source: officialSourceOf(key) ?? '企业填报', asOf: null }
  }
  return facts
}
