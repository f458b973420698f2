import { AsyncLocalStorage } from 'node:async_hooks'
import { addressKey } from '../http/call-limits.ts'
import type { Call } from '../kernel.ts'

/** Who asks: an account, or an address without one (IPv6: its /64); and the address in any case. */
interface Asker {
  name: string
  address: string
}
const asking = new AsyncLocalStorage<Asker>()

/** Does `work` for the caller of `call`: dear work inside it takes turns between callers (queued-admission.ts). */
export function askedBy<T>({ actor, ip }: Pick<Call, 'actor' | 'ip'>, work: () => T): T {
  const address = `address ${addressKey({ ip })}`
  return asking.run({ name: actor ? `user ${actor.userId}` : address, address }, work)
}

/** For whom the work that runs now is done. Undefined in jobs. */
export const whoAsks = (): Asker | undefined => asking.getStore()
