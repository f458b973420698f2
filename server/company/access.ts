import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { forbidden, invalidField, notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { countSearch } from '../kernel/access/reveals.ts'
import { oneOf, opensAll, ruled } from '../kernel/access/row-rules.ts'

/**
 * Companies that the rules of a member of staff open; list, count, figures, archive, portrait, bindings, codes, tags, scores and export all
 * use it. A domain that shows a company as part of its own record (a declaration, a row of a list) follows the rule of that record.
 */
export const companiesOf = (actor: Actor, company = 'c'): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${company}.${name}`)
  return ruled(actor, 'company', {
    fields: {
      street: oneOf(column('street_id'), 'text'),
      industry: oneOf(sql`left(${column('industry')}, 2)`, 'text'),
      businessType: oneOf(column('business_type'), 'text'),
      authStatus: oneOf(column('auth_status'), 'text'),
    },
  })
}

/** A row that belongs to a company is visible with the company. `companyId`: the column with the company. */
export const withCompanyOf = (actor: Actor, companyId: string): RawBuilder<boolean> =>
  opensAll(actor, 'company')
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from company seen where seen.id = ${sql.ref(companyId)} and ${companiesOf(actor, 'seen')})`

/** Those of the companies that this person may see. */
export async function companiesSeen(db: Db, actor: Actor, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0 || opensAll(actor, 'company')) return new Set(ids)
  const rows = await db
    .selectFrom('company as c')
    .select('c.id')
    .where('c.id', 'in', [...new Set(ids)])
    .where(companiesOf(actor))
    .execute()
  return new Set(rows.map((row) => row.id))
}

export const seesCompany = async (db: Db, actor: Actor, id: number): Promise<boolean> => (await companiesSeen(db, actor, [id])).has(id)

/**
 * The companies that a member of staff writes about, in the order of their ids: every write that takes a company asks this. One that is
 * outside the 企业 rule of the person is refused as if absent, and with it the whole call (C, ADR 1036). `actor` null: the platform itself.
 */
export async function chosenCompanies(
  db: Db,
  actor: Actor | null,
  ids: readonly number[],
  absent: () => Error = () => notFound('企业不存在'),
) {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const found = await db
    .selectFrom('company as c')
    .select(['c.id', 'c.name', 'c.credit_code'])
    .where('c.id', 'in', wanted)
    .$if(actor !== null, (q) => q.where(companiesOf(actor!)))
    .orderBy('c.id')
    .execute()
  if (found.length !== wanted.length) throw absent()
  return found
}

/** The one company of a form, refused at its field. */
export async function chosenCompany(db: Db, actor: Actor, id: number, field = 'companyId') {
  const [company] = await chosenCompanies(db, actor, [id], () => invalidField(field, '企业不存在'))
  return company!
}

/** A company that this person may not see is reported as absent. */
export async function requireCompany(db: Db, actor: Actor, id: number): Promise<void> {
  if (!(await seesCompany(db, actor, id))) throw notFound('企业不存在')
}

/** The part of a cache key that says which companies and tags a person's rules open. */
export function sightOf(actor: Actor): string {
  if (opensAll(actor, 'company') && opensAll(actor, 'tag')) return ''
  return JSON.stringify([actor.userId, actor.officeId, actor.rules?.filter(({ resource }) => resource === 'company' || resource === 'tag')])
}

/** Only users who may read tags may filter by a tag. */
export function refuseForeignFilters(actor: Actor, filters: { tagId?: number | undefined }): void {
  if (filters.tagId !== undefined && !actor.permissions.has('tag:read')) throw forbidden()
}

/** A search for a phone, which the list masks, is counted (G-07). */
export const countPhoneSearch = async (k: Kernel, call: Call, { phone }: { phone?: string | undefined }): Promise<void> => {
  if (phone !== undefined) await countSearch(k, call, 'company', phone)
}

export type CompanyReader = { companyId: number; own: boolean }

/** The company of a call: an enterprise's own, or for staff with the permission one that they may see; everybody else is refused. */
export async function readerOf(
  db: Db,
  actor: Actor,
  asked: number | undefined,
  permission: 'company:read' | 'tag:read' = 'company:read',
): Promise<CompanyReader> {
  if (actor.type === 'QY') {
    if (actor.companyId === null) throw forbidden('当前账号尚未绑定企业，请联系系统管理员')
    // A foreign company is reported as absent (architecture §4).
    if (asked !== undefined && asked !== actor.companyId) throw notFound()
    return { companyId: actor.companyId, own: true }
  }
  if (!actor.permissions.has(permission)) throw forbidden()
  if (asked === undefined) throw notFound()
  await requireCompany(db, actor, asked)
  return { companyId: asked, own: false }
}
