import { sql } from 'kysely'
import type { FactSource, FactValue } from '../../contract/company.ts'
import type { PersonOrigin } from '../../db/tables/company.ts'
import type { Db } from '../kernel/db/index.ts'
import { publish } from '../kernel/jobs/events.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { blindIndex, sealPii } from '../kernel/access/pii.ts'
import { FACTS_CHANGED, platformLists } from './platform-lists.ts'
import { copyGroups, lockGroups } from './relation/group.ts'
import { completenessOf, isPersonal, personalKeys, type PersonalKey } from './catalogue.ts'

export interface FactWrite {
  key: string
  /** may also be the rows of a list of the archive */
  value: FactValue | readonly ListRow[]
  source: FactSource
  asOf: string | null
}
export type ListRow = Readonly<Record<string, unknown>>
export interface CompanyWrites {
  companyId: number
  writes: readonly FactWrite[]
}
export interface Completeness {
  percent: number
  whole: boolean
}

/** As `writeFactsOfMany` for one company. Returns its new completeness. */
export async function writeFacts(
  k: Pick<Kernel, 'secret' | 'clock'>,
  db: Db,
  companyId: number,
  writes: readonly FactWrite[],
  by: number | null,
): Promise<Completeness> {
  return (await writeFactsOfMany(k, db, [{ companyId, writes }], by)).get(companyId)!
}

/**
 * Writes facts with their provenance, the one-row copies that matching reads, the register columns and the completeness, all on `db` (pass
 * a transaction), in a fixed number of statements for any number of companies (at most 500). Personal values are sealed into columns. Null
 * removes a fact. Notifies matching and lists (FACTS_CHANGED).
 */
export async function writeFactsOfMany(
  k: Pick<Kernel, 'secret' | 'clock'>,
  db: Db,
  batch: readonly CompanyWrites[],
  by: number | null,
): Promise<Map<number, Completeness>> {
  const now = k.clock.now().toISOString()
  const ids = batch.map(({ companyId }) => companyId)
  const group = await lockGroups(db, ids)
  const all = batch.flatMap(({ companyId, writes }) => writes.map((w) => ({ companyId, ...w })))
  await writeOpen(db, all, now, by)
  await writePersonal(k, db, batch, now, by)
  const facts = await copyFacts(db, ids, now)
  const done = await writeRegister(db, ids, facts, now)
  await copyGroups(db, group, now)
  await publish(db, FACTS_CHANGED, { ids })
  return done
}

async function writeOpen(db: Db, all: readonly (FactWrite & { companyId: number })[], now: string, by: number | null): Promise<void> {
  const gone = all.filter((w) => w.value === null).map((w) => ({ company_id: w.companyId, field_key: w.key }))
  const kept = all
    .filter((w) => w.value !== null && !isPersonal(w.key))
    .map((w) => ({ company_id: w.companyId, field_key: w.key, value: w.value, source: w.source, as_of: w.asOf }))
  if (gone.length)
    await sql`delete from company_fact f using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) x(company_id bigint, field_key text)
      where f.company_id = x.company_id and f.field_key = x.field_key`.execute(db)
  if (kept.length)
    await sql`insert into company_fact (company_id, field_key, value, source, as_of, updated_at, updated_by)
      select x.company_id, x.field_key, x.value, x.source, x.as_of, ${now}::timestamptz, ${by}::bigint
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) x(company_id bigint, field_key text, value jsonb, source text, as_of date)
      on conflict (company_id, field_key) do update set value = excluded.value, source = excluded.source, as_of = excluded.as_of,
        updated_at = excluded.updated_at, updated_by = excluded.updated_by`.execute(db)
}

const columnOf: Record<PersonalKey, string> = {
  legalPerson: 'legal_person',
  legalPersonPhone: 'legal_person_phone',
  contactPerson: 'contact_person',
  contactPhone: 'contact_phone',
}
const indexed: ReadonlySet<PersonalKey> = new Set(['legalPerson', 'legalPersonPhone', 'contactPhone'])

/** Stores the sealed values, with source and date in clear. */
async function writePersonal(
  k: Pick<Kernel, 'secret'>,
  db: Db,
  batch: readonly CompanyWrites[],
  now: string,
  by: number | null,
): Promise<void> {
  for (const key of personalKeys) {
    const values = batch.flatMap(({ companyId, writes }) => {
      const write = writes.findLast((w) => w.key === key)
      if (!write) return []
      const text = write.value as string | null
      const origin: PersonOrigin = { source: write.source, asOf: write.asOf, updatedAt: now, updatedBy: by }
      return [
        {
          id: companyId,
          sealed: text === null ? null : sealPii(k, text),
          blind: text === null ? null : blindIndex(k, text),
          origin: text === null ? {} : { [key]: origin },
        },
      ]
    })
    if (values.length === 0) continue
    const column = columnOf[key]
    const index = indexed.has(key) ? sql`, ${sql.ref(`${column}_index`)} = x.blind` : sql``
    await sql`update company set ${sql.ref(column)} = x.sealed, person_origins = person_origins - ${key}::text || x.origin${index}
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) x(id bigint, sealed text, blind text, origin jsonb)
      where company.id = x.id`.execute(db)
  }
}

const NONE = Object.fromEntries(platformLists.map((key) => [key, []]))
type FactsOf = Map<number, Record<string, FactValue>>
async function copyFacts(db: Db, ids: readonly number[], now: string): Promise<FactsOf> {
  const { rows } = await sql<{ company_id: number; facts: Record<string, FactValue> }>`
    insert into company_facts (company_id, facts, updated_at)
    select c.id, ${JSON.stringify(NONE)}::jsonb
        || coalesce((select jsonb_object_agg(f.field_key, f.value) from company_fact f where f.company_id = c.id), '{}'), ${now}::timestamptz
    from unnest(${[...ids]}::bigint[]) c(id)
    on conflict (company_id) do update set facts = excluded.facts, updated_at = excluded.updated_at
    returning company_id, facts`.execute(db)
  return new Map(rows.map((r) => [r.company_id, r.facts]))
}

async function writeRegister(db: Db, ids: readonly number[], facts: FactsOf, now: string): Promise<Map<number, Completeness>> {
  const sealed = await db
    .selectFrom('company')
    .select(['id', 'legal_person', 'legal_person_phone', 'contact_person', 'contact_phone'])
    .where('id', 'in', [...ids])
    .execute()
  const done = new Map<number, Completeness>()
  const rows = sealed.map((row) => {
    const own = facts.get(row.id) ?? {}
    const { percent, missing } = completenessOf((key) =>
      isPersonal(key) ? row[columnOf[key] as 'legal_person' | 'legal_person_phone' | 'contact_person' | 'contact_phone'] : own[key],
    )
    const text = (key: string) => (typeof own[key] === 'string' ? (own[key] as string) : null)
    done.set(row.id, { percent, whole: missing.length === 0 })
    return {
      id: row.id,
      completeness: percent,
      whole: missing.length === 0,
      company_name: text('companyName'),
      industry: text('industryCode'),
      address: text('address'),
      registered: text('registeredDate'),
      street: text('regionCode'),
    }
  })
  const streets = await streetNames(db, [...new Set(rows.flatMap((row) => row.street ?? []))])
  const named = rows.map((row) => ({ ...row, street_name: row.street && streets.get(row.street) }))
  await sql`update company c set completeness = x.completeness, whole_info = x.whole, version = c.version + 1, updated_at = ${now}::timestamptz,
      name = coalesce(x.company_name, c.name), industry = x.industry, address = x.address, registered_date = x.registered, street_id = x.street,
      street_name = case when x.street is not distinct from c.street_id then c.street_name
        else coalesce(x.street_name, case when c.street_id is null then c.street_name end) end
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
      x(id bigint, completeness smallint, whole boolean, company_name text, industry text, address text, registered date, street text, street_name text)
    where c.id = x.id`.execute(db)
  return done
}

/**
 * Names of streets, from the region dictionary or from other companies of the street. Asked once per batch, because each unknown street
 * reads the whole register.
 */
async function streetNames(db: Db, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<{ code: string; name: string }>`
    select x.code, coalesce(d.label, (select min(s.street_name) from company s where s.street_id = x.code)) as name
    from unnest(${[...codes]}::text[]) x(code) left join dict_value d on d.dict_type = 'region' and d.value = x.code`.execute(db)
  return new Map(rows.flatMap(({ code, name }) => (name ? [[code, name]] : [])))
}
