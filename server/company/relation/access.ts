import { sql, type RawBuilder } from 'kysely'
import { authStatuses } from '../../../contract/company.ts'
import { relationStates } from '../../../contract/company/relation-words.ts'
import { isOwnAccount, type Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import { manages } from '../expansion/index.ts'

/** The two companies of a relation; the second may not be on the platform. */
export interface Parties {
  company_id: number
  other_id: number | null
  source: 'company' | 'staff'
}

/**
 * Relations of one company that the caller may see (alias r, company alias c, other company o). A company sees its own; staff see those
 * entered by staff and those of companies that consent (P-01).
 */
export const relationsOf = (actor: Actor, companyId: number): RawBuilder<boolean> => {
  const of = sql`(r.company_id = ${companyId} or r.other_code = (select credit_code from company where id = ${companyId}))`
  return actor.type === 'QY'
    ? sql<boolean>`${of}`
    : sql<boolean>`(${of} and (r.source = 'staff' or c.auth_status = ${authStatuses.granted}))`
}

/** Ids of the companies with a relation that only staff can confirm, because the other company is not on the platform. */
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

/** Whether the actor is on the side that entered the relation: the company itself, or staff who keep archives. */
export const isEntering = (actor: Actor, row: Parties): boolean =>
  row.source === 'staff' ? manages(actor) : actor.type === 'QY' && actor.companyId === row.company_id

/**
 * Whether the actor is the own account of a company that must agree: the other company, or either company if staff entered the relation.
 */
export const isOtherSide = (actor: Actor, row: Parties): boolean =>
  isOwnAccount(actor) && (actor.companyId === row.other_id || (row.source === 'staff' && actor.companyId === row.company_id))
