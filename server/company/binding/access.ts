import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import { isOwnAccount, type Actor } from '../../kernel/actor.ts'
import { withCompanyOf } from '../access.ts'

type Builder = ExpressionBuilder<Database & { b: Database['personal_company'] }, 'b'>

/** Bindings in somebody's sight, for list, detail, files and every change: one's own, one's company's, or with binding:examine those to companies in one's sight. */
export const visibleTo =
  (actor: Actor) =>
  (eb: Builder): Expression<SqlBool> => {
    if (actor.permissions.has('binding:examine')) return withCompanyOf(actor, 'b.company_id')
    if (isOwnAccount(actor)) return eb('b.company_id', '=', actor.companyId!)
    return (actor.ownType ?? actor.type) === 'GR' ? eb('b.user_id', '=', actor.userId) : sql<boolean>`false`
  }

export const mayLook = (actor: Actor): boolean =>
  actor.permissions.has('binding:examine') || isOwnAccount(actor) || (actor.ownType ?? actor.type) === 'GR'

export interface Parties {
  user_id: number
  company_id: number
}
/** Who asked to be bound. */
export const isPerson = (actor: Actor, binding: Parties): boolean => binding.user_id === actor.userId
/** Staff with the right, and the company's own account. */
export const isExaminer = (actor: Actor, binding: Parties): boolean =>
  actor.permissions.has('binding:examine') || (isOwnAccount(actor) && actor.companyId === binding.company_id)
