import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import { isOwnAccount, type Actor } from '../../kernel/actor.ts'

type Builder = ExpressionBuilder<Database & { b: Database['personal_company'] }, 'b'>

/** Bindings in somebody's sight, for list, detail, files and every change: one's own, one's company's, or with binding:examine all. */
export const visibleTo =
  (actor: Actor) =>
  (eb: Builder): Expression<SqlBool> => {
    if (actor.permissions.has('binding:examine')) return sql<boolean>`true`
    if (isOwnAccount(actor)) return eb('b.company_id', '=', actor.companyId!)
    return (actor.ownType ?? actor.type) === 'GR' ? eb('b.user_id', '=', actor.userId) : sql<boolean>`false`
  }

export const mayLook = (actor: Actor): boolean =>
  actor.permissions.has('binding:examine') || isOwnAccount(actor) || (actor.ownType ?? actor.type) === 'GR'

/** In which part somebody stands to a binding: examined by another person than the one who asks (S-07). */
export function partOf(actor: Actor, binding: { user_id: number; company_id: number }): 'person' | 'examiner' | null {
  if (binding.user_id === actor.userId) return 'person'
  if (actor.permissions.has('binding:examine')) return 'examiner'
  return isOwnAccount(actor) && actor.companyId === binding.company_id ? 'examiner' : null
}
