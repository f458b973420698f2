import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import { isOwnAccount, type Actor } from '../../kernel/actor.ts'
import { withCompanyOf } from '../access.ts'

type Builder = ExpressionBuilder<Database & { b: Database['personal_company'] }, 'b'>

/**
 * Bindings that a user may see; list, detail, files and every change use it: their own, their company's, or with binding:examine those to
 * visible companies.
 */
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
/** Whether the actor is the person who requested the binding. */
export const isPerson = (actor: Actor, binding: Parties): boolean => binding.user_id === actor.userId
/** Whether the actor may examine it: staff with the right, or the company's own account. */
export const isExaminer = (actor: Actor, binding: Parties): boolean =>
  actor.permissions.has('binding:examine') || (isOwnAccount(actor) && actor.companyId === binding.company_id)
