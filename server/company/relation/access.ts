import { sql, type RawBuilder } from 'kysely'
import { authStatuses } from '../../../contract/company.ts'
import { relationStates } from '../../../contract/company/relation-words.ts'
import { isOwnAccount, type Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import { manages } from '../expansion/index.ts'

/** The two companies of a relation; the other may not be on the platform. */
export interface Parties {
  company_id: number
  other_id: number | null
  source: 'company' | 'staff'
}

/**
 * Relations (alias r, entered for company c, the other o) of one company that the caller may see: a company its own, staff those that staff entered
 * and those of companies whose consent stands (P-01).
 */
export const relationsOf = (actor: Actor, companyId: number): RawBuilder<boolean> => {
  const of = sql`(r.company_id = ${companyId} or r.other_code = (select credit_code from company where id = ${companyId}))`
  return actor.type === 'QY'
    ? sql<boolean>`${of}`
    : sql<boolean>`(${of} and (r.source = 'staff' or c.auth_status = ${authStatuses.granted}))`
}

/** Ids of the companies with a relation that nobody but staff can confirm: the other company is not on the platform. */
export const waitingForStaff = (db: Db) =>
  db
    .selectFrom('company_relation as r')
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .leftJoin('company as o', 'o.credit_code', 'r.other_code')
    .select('r.company_id')
    .where('r.state', '=', relationStates.waiting)
    .where('r.source', '=', 'company')
    .where('c.auth_status', '=', authStatuses.granted)
    .where('o.id', 'is', null)

export const isParty = (actor: Actor, { company_id, other_id }: Parties): boolean =>
  actor.type === 'QY' && actor.companyId !== null && (actor.companyId === company_id || actor.companyId === other_id)

/** Who enters for a company: itself, or staff who keep archives. */
export const isEntering = (actor: Actor, row: Parties): boolean =>
  row.source === 'staff' ? manages(actor) : actor.type === 'QY' && actor.companyId === row.company_id

/** The own account of the company that did not enter it; of either where staff did. */
export const isOtherSide = (actor: Actor, row: Parties): boolean =>
  isOwnAccount(actor) && (actor.companyId === row.other_id || (row.source === 'staff' && actor.companyId === row.company_id))
