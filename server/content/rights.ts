import type { Actor } from '../kernel/actor.ts'
import { forbidden } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'

/** Those who write or review articles see all of them. */
export const seesNews = (actor: Actor | null): boolean =>
  actor !== null && (actor.permissions.has('news:manage') || actor.permissions.has('news:review'))
export const managesServices = (actor: Actor | null): boolean => actor?.permissions.has('service:manage') ?? false

/** Whether the caller asks for, and may have, what only staff see. */
export function managing(actor: Actor | null, scope: 'manage' | undefined, may: (actor: Actor | null) => boolean = seesNews): boolean {
  if (scope !== 'manage') return false
  if (!may(actor)) throw forbidden()
  return true
}

/** Who asks for what only staff see: a token that has run out answers as it does everywhere, so that the browser renews it and asks again. */
export async function callerOf(k: Kernel, call: Call, scope: 'manage' | undefined): Promise<Actor | null> {
  if (scope === 'manage' && !call.actor && call.token) await k.authenticate(call.token)
  return call.actor
}
