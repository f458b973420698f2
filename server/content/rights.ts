import type { Actor } from '../kernel/actor.ts'
import { forbidden } from '../kernel/errors.ts'

/** Users who write or review articles see all of them. */
export const seesNews = (actor: Actor | null): boolean =>
  actor !== null && (actor.permissions.has('news:manage') || actor.permissions.has('news:review'))
export const managesServices = (actor: Actor | null): boolean => actor?.permissions.has('service:manage') ?? false

/** Whether the caller asks for the staff view (scope=manage); throws when the caller has no right to it. */
export function managing(actor: Actor | null, scope: 'manage' | undefined, may: (actor: Actor | null) => boolean = seesNews): boolean {
  if (scope !== 'manage') return false
  if (!may(actor)) throw forbidden()
  return true
}
