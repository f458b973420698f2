import { authStatusLabels, departmentSources, type CompanyDetail, type CompanyRow } from '../../contract/company.ts'
import type { Actor } from '../kernel/actor.ts'
import { today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { maskName, maskPhone, openPii } from '../kernel/access/pii.ts'
import { businessTypeOptions } from '../../contract/company/business-type.ts'
import { readerOf } from './access.ts'
import { archiveFields } from './catalogue.ts'
import { writeFacts } from './facts.ts'
import { countOf } from './figures.ts'
import { noteTagged } from './note-tagged.ts'
import { totalsOf } from './totals.ts'
import { companyRows, pageOfCompanies, suggestCompanies, type CompanyRecord, type ListQuery } from './queries.ts'

export async function findCompany(k: Kernel, actor: Actor, asked: number | undefined): Promise<CompanyDetail> {
  const { companyId, own } = await readerOf(k.db, actor, asked)
  const row = await companyRows(k.db).where('c.id', '=', companyId).executeTakeFirst()
  if (!row) throw notFound('企业不存在')
  return { ...shown(k, row, own), address: row.address, wholeInfo: row.whole_info, version: row.version }
}

/**
 * A page of companies. With a filter by a smart tag, the look is recorded for the companies shown, because the tag reveals something of
 * their archive (G-06).
 */
export async function searchCompanies(k: Kernel, actor: Actor, q: ListQuery): Promise<{ total: number; list: CompanyRow[] }> {
  const { page: _page, pageSize: _size, sort: _sort, order: _order, ...filters } = q
  const list = (await pageOfCompanies(k, actor, q)).map((row) => shown(k, row, false))
  await noteTagged(
    k,
    actor,
    q.tagId,
    list.map((row) => row.id),
  )
  return { total: await countOf(k, actor, filters), list }
}

/** Companies by name, from two characters on; one character would list the whole county. */
export const suggestions = async (k: Kernel, actor: Actor | null, name: string) =>
  name.length < 2 ? [] : suggestCompanies(k.db, actor, name)

/** Register data. Persons and phones are in clear for the company itself and masked for everybody else (P-02). */
function shown(k: Kernel, r: CompanyRecord, own: boolean): CompanyRow {
  const clear = (sealed: string | null) => (sealed === null ? null : openPii(k, sealed))
  const name = (sealed: string | null) => {
    const text = clear(sealed)
    return text === null || own ? text : maskName(text)
  }
  const phone = (sealed: string | null) => {
    const text = clear(sealed)
    return text === null || own ? text : maskPhone(text)
  }
  return {
    id: r.id,
    companyName: r.name,
    code: r.credit_code,
    streetId: r.street_id,
    streetName: r.street_name,
    businessType: r.business_type,
    industry: r.industry,
    industryName: r.industry_name,
    establishDate: r.registered_date,
    legalPerson: name(r.legal_person),
    legalPersonPhone: phone(r.legal_person_phone),
    contactPerson: name(r.contact_person),
    contactPhone: phone(r.contact_phone),
    authStatus: r.auth_status,
    completeness: r.completeness,
    updatedAt: r.updated_at,
  }
}

export async function listOptions(k: Kernel) {
  const streets = await totalsOf(k).get('streets', () =>
    k.db
      .selectFrom('company')
      .select(['street_id', 'street_name'])
      .distinct()
      .where('street_id', 'is not', null)
      .orderBy('street_id')
      .execute(),
  )
  const industries = await k.db
    .selectFrom('dict_value')
    .select(['value', 'label'])
    .where('dict_type', '=', 'industry')
    .where('value', '~', '^\\d{2}$')
    .orderBy('value')
    .execute()
  return {
    authStatus: Object.entries(authStatusLabels).map(([value, label]) => ({ label, value })),
    streetId: streets.map((s) => ({ label: s.street_name ?? s.street_id!, value: s.street_id! })),
    industry: industries,
  }
}

/** Options of one kind: up to ten companies by name, or the values by which lists and sheets are filtered. */
export async function optionsOf(
  k: Kernel,
  actor: Actor,
  { type, name }: { type: 'company' | 'street' | 'industry' | 'businessType' | 'field' | 'source'; name?: string | undefined },
): Promise<{ label: string; id: string | number }[]> {
  if (type === 'company') return (await suggestions(k, actor, name ?? '')).map((c) => ({ label: c.name, id: c.id }))
  if (type === 'businessType') return businessTypeOptions.map(({ label, value }) => ({ label, id: value }))
  if (type === 'source') return departmentSources.map((source) => ({ label: source, id: source }))
  if (type === 'field') return archiveFields.filter((f) => !name || f.label.includes(name)).map((f) => ({ label: f.label, id: f.key }))
  const { streetId, industry } = await listOptions(k)
  return (type === 'street' ? streetId : industry).map(({ label, value }) => ({ label, id: value }))
}

/** The company with a proven credit code (unified log-in); created from the register entry when it is new. */
export async function registerCompany(k: Kernel, db: Db, { creditCode, name }: { creditCode: string; name: string }): Promise<number> {
  const made = await db
    .insertInto('company')
    .values({ credit_code: creditCode, name })
    .onConflict((c) => c.column('credit_code').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return (await db.selectFrom('company').select('id').where('credit_code', '=', creditCode).executeTakeFirstOrThrow()).id
  const asOf = today(k.clock)
  await writeFacts(
    k,
    db,
    made.id,
    [
      { key: 'companyName', value: name, source: '市场监管', asOf },
      { key: 'creditCode', value: creditCode, source: '市场监管', asOf },
    ],
    null,
  )
  return made.id
}
