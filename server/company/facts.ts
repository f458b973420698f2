import type { FactSource, FactValue } from '../../contract/company.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { blindIndex, openPii, sealPii } from '../kernel/pii.ts'
import { completenessOf, isPersonal, officialSourceOf, type PersonalKey } from './catalogue.ts'

export type Facts = Record<string, FactValue>
export interface FactWrite {
  key: string
  value: FactValue
  source: FactSource
  asOf: string | null
}

/**
 * Writes facts with their provenance, the one-row copy that matching reads, the register columns and the completeness, all on `db`
 * (hand a transaction). Personal values go sealed into columns. Null forgets a fact. Returns the new completeness.
 */
export async function writeFacts(
  k: Pick<Kernel, 'secret' | 'clock'>,
  db: Db,
  companyId: number,
  writes: readonly FactWrite[],
  by: number | null,
): Promise<{ percent: number; whole: boolean }> {
  const now = k.clock.now().toISOString()
  const open = writes.filter((w) => !isPersonal(w.key))
  const gone = writes.filter((w) => w.value === null).map((w) => w.key)
  const kept = open.filter((w) => w.value !== null)
  if (gone.length) await db.deleteFrom('company_fact').where('company_id', '=', companyId).where('field_key', 'in', gone).execute()
  if (kept.length) {
    await db
      .insertInto('company_fact')
      .values(
        kept.map((w) => ({
          company_id: companyId,
          field_key: w.key,
          value: JSON.stringify(w.value),
          source: w.source,
          as_of: w.asOf,
          updated_at: now,
          updated_by: by,
        })),
      )
      .onConflict((c) =>
        c.columns(['company_id', 'field_key']).doUpdateSet((e) => ({
          value: e.ref('excluded.value'),
          source: e.ref('excluded.source'),
          as_of: e.ref('excluded.as_of'),
          updated_at: e.ref('excluded.updated_at'),
          updated_by: e.ref('excluded.updated_by'),
        })),
      )
      .execute()
  }
  const personal = writes.filter((w) => isPersonal(w.key))
  if (personal.length)
    await db
      .updateTable('company')
      .set(Object.assign({}, ...personal.map((w) => sealedColumns(k, w.key as PersonalKey, w.value as string | null))))
      .where('id', '=', companyId)
      .execute()

  const facts = await readFacts(db, companyId)
  await db
    .insertInto('company_facts')
    .values({ company_id: companyId, facts: JSON.stringify(facts), updated_at: now })
    .onConflict((c) => c.column('company_id').doUpdateSet({ facts: JSON.stringify(facts), updated_at: now }))
    .execute()
  const row = await db
    .selectFrom('company')
    .select(['legal_person', 'legal_person_phone', 'contact_person', 'contact_phone'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const sealed: Record<PersonalKey, string | null> = {
    legalPerson: row.legal_person,
    legalPersonPhone: row.legal_person_phone,
    contactPerson: row.contact_person,
    contactPhone: row.contact_phone,
  }
  const { percent, missing } = completenessOf((key) => (isPersonal(key) ? sealed[key] : facts[key]))
  const text = (key: string) => (typeof facts[key] === 'string' ? (facts[key] as string) : null)
  await db
    .updateTable('company')
    .set((e) => ({
      completeness: percent,
      whole_info: missing.length === 0,
      version: e('version', '+', 1),
      updated_at: now,
      industry: text('industryCode'),
      address: text('address'),
      registered_date: text('registeredDate'),
      street_id: text('regionCode'),
    }))
    .where('id', '=', companyId)
    .execute()
  return { percent, whole: missing.length === 0 }
}

async function readFacts(db: Db, companyId: number): Promise<Facts> {
  const rows = await db.selectFrom('company_fact').select(['field_key', 'value']).where('company_id', '=', companyId).execute()
  return Object.fromEntries(rows.map((r) => [r.field_key, r.value]))
}

function sealedColumns(k: Pick<Kernel, 'secret'>, key: PersonalKey, value: string | null) {
  const sealed = value === null ? null : sealPii(k, value)
  const index = value === null ? null : blindIndex(k, value)
  switch (key) {
    case 'legalPerson':
      return { legal_person: sealed, legal_person_index: index }
    case 'legalPersonPhone':
      return { legal_person_phone: sealed, legal_person_phone_index: index }
    case 'contactPerson':
      return { contact_person: sealed }
    case 'contactPhone':
      return { contact_phone: sealed, contact_phone_index: index }
  }
}

/** Facts by field key, without personal values. For the company's own screens; everybody else uses `authorizedFactsOf`. */
export async function factsOf(db: Db, companyId: number): Promise<Facts> {
  const row = await db.selectFrom('company_facts').select('facts').where('company_id', '=', companyId).executeTakeFirst()
  return row?.facts ?? {}
}

/** As `factsOf`, but null without the company's consent (P-01): the archive is then not even read. */
export async function authorizedFactsOf(db: Db, companyId: number): Promise<Facts | null> {
  const row = await db
    .selectFrom('company_facts')
    .select('facts')
    .where('company_id', '=', companyId)
    .where('authorized', '=', true)
    .executeTakeFirst()
  return row?.facts ?? null
}

export interface Provenance {
  value: FactValue
  source: string
  asOf: string | null
  updatedAt: string
}
/** Facts with their sources, by key; `keys` limits them. Consent is the caller's question. */
export async function provenanceOf(db: Db, companyId: number, keys?: readonly string[]): Promise<Record<string, Provenance>> {
  if (keys?.length === 0) return {}
  let q = db.selectFrom('company_fact').select(['field_key', 'value', 'source', 'as_of', 'updated_at']).where('company_id', '=', companyId)
  if (keys) q = q.where('field_key', 'in', [...keys])
  return Object.fromEntries(
    (await q.execute()).map((r) => [r.field_key, { value: r.value, source: r.source, asOf: r.as_of, updatedAt: r.updated_at }]),
  )
}

/** Facts and persons of a company in clear, for the company itself (prefilling its own form). Consent is the caller's question. */
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
