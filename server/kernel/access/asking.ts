import { AsyncLocalStorage } from 'node:async_hooks'
import { addressKey } from '../http/call-limits.ts'
import type { Call } from '../kernel.ts'

const asking = new AsyncLocalStorage<string>()

/** Does `work` for the caller of `call`: dear work inside it takes turns between callers (queued-admission.ts). */
export const askedBy = <T>({ actor, ip }: Pick<Call, 'actor' | 'ip'>, work: () => T): T =>
  asking.run(actor ? `user ${actor.userId}` : `address ${addressKey({ ip })}`, work)

/** For whom the work that runs now is done: an account, or an address without one (IPv6: its /64). Undefined in jobs. */
export const whoAsks = (): string | undefined => asking.getStore()
