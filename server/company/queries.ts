import { sql } from 'kysely'
import type { company as endpoints } from '../../contract/company.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { blindIndexes } from '../kernel/access/pii.ts'
import { likeStart, likeText } from '../kernel/db/like.ts'
import type { Actor } from '../kernel/actor.ts'
import { companiesOf } from './access.ts'
import { inArea } from './area.ts'
import { waitingForStaff } from './relation/access.ts'
import { taggedWith } from './tagged.ts'
import { cut, ordered } from '../kernel/lists/page-of.ts'

export type ListQuery = Parsed<typeof endpoints.list>['query']

/** Condition that a name contains the text. Uses an index over pairs of characters; a single character is searched without it. */
export const nameHolds = (column: string, text: string) =>
  [...text].length < 2
    ? sql<boolean>`${sql.ref(column)} like ${likeText(text)}`
    : sql<boolean>`name_grams(${sql.ref(column)}) @> name_grams(${text}) and ${sql.ref(column)} like ${likeText(text)}`

/** Columns of a company with the name of its industry; sealed columns stay sealed. */
export const companyRows = (db: Db) =>
  db
    .selectFrom('company as c')
    .leftJoin('dict_value as i', (j) => j.on('i.dict_type', '=', 'industry').on('i.value', '=', sql<string>`left(c.industry, 2)`))
    .select([
      'c.id',
      'c.name',
      'c.credit_code',
      'c.street_id',
      'c.street_name',
      'c.business_type',
      'c.industry',
      'i.label as industry_name',
      'c.address',
      'c.registered_date',
      'c.legal_person',
      'c.legal_person_phone',
      'c.contact_person',
      'c.contact_phone',
      'c.auth_status',
      'c.person_origins',
      'c.completeness',
      'c.whole_info',
      'c.version',
      'c.updated_at',
    ])
export type CompanyRecord = Awaited<ReturnType<ReturnType<typeof companyRows>['executeTakeFirstOrThrow']>>

const orders = {
  by: { companyName: 'c.name', establishDate: 'c.registered_date', updatedAt: 'c.updated_at', completeness: 'c.completeness' },
  tie: 'c.id',
} as const

export type CompanyFilters = Omit<ListQuery, 'page' | 'pageSize' | 'sort' | 'order'>
/** Companies that match the filters and that the actor may see; used by list, counts, facets and exports. */
export function askedCompanies(k: Kernel, db: Db, actor: Actor, q: CompanyFilters) {
  let base = db.selectFrom('company as c').where(companiesOf(actor))
  if (q.companyName) base = base.where(nameHolds('c.name', q.companyName))
  if (q.code) base = base.where('c.credit_code', 'like', likeText(q.code.toUpperCase()))
  if (q.streetId) base = base.where(inArea('c.street_id', q.streetId))
  if (q.industry) base = base.where('c.industry', 'like', likeStart(q.industry))
  if (q.authStatus) base = base.where('c.auth_status', '=', q.authStatus)
  if (q.businessType) base = base.where('c.business_type', '=', q.businessType)
  if (q.tagId !== undefined) base = base.where('c.id', 'in', taggedWith(db, actor, q.tagId))
  if (q.relation) base = base.where('c.id', 'in', waitingForStaff(db))
  if (q.establishFrom) base = base.where('c.registered_date', '>=', q.establishFrom)
  if (q.establishTo) base = base.where('c.registered_date', '<=', q.establishTo)
  if (q.completenessFrom !== undefined) base = base.where('c.completeness', '>=', q.completenessFrom)
  if (q.completenessTo !== undefined) base = base.where('c.completeness', '<=', q.completenessTo)
  if (q.phone) {
    const indexes = blindIndexes(k, q.phone)
    base = base.where((e) => e.or([e('c.legal_person_phone_index', 'in', indexes), e('c.contact_phone_index', 'in', indexes)]))
  }
  return base
}

/** One page in one query; the total is counted and cached separately (figures.ts). */
export async function pageOfCompanies(k: Kernel, actor: Actor, asked: ListQuery): Promise<CompanyRecord[]> {
  const chosen = cut(ordered(askedCompanies(k, k.db, actor, asked).select('c.id'), asked, orders), asked)
  return ordered(companyRows(k.db).where('c.id', 'in', chosen), asked, orders).execute()
}

/**
 * Companies by name, at most ten. Names and codes are public, but staff with access rules for companies get only those that they may see,
 * because the others would be reported as absent.
 */
export const suggestCompanies = (db: Db, actor: Actor | null, name: string) =>
  db
    .selectFrom('company as c')
    .select(['c.id', 'c.name', 'c.credit_code as code', 'c.street_id as streetId'])
    .where(nameHolds('c.name', name))
    .$if(actor?.rules?.some(({ resource }) => resource === 'company') ?? false, (q) => q.where(companiesOf(actor!)))
    .orderBy('c.name')
    .orderBy('c.id')
    .limit(10)
    .execute()
