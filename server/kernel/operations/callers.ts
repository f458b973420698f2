import { createHash } from 'node:crypto'
import { addressKey } from '../http/call-limits.ts'
import type { Caller } from './admission.ts'

/** The parts of a request that say who calls; `actor`: set once the token has been proved. */
interface Calling {
  headers: { authorization?: string | undefined }
  ip: string | undefined
  actor: unknown
}

/** As many as the sessions that a process keeps. */
const MOST = 20_000

/**
 * Who calls, before the token is proved: tokens that this process has accepted are callers of their own; a call with any other counts with
 * those of its address that have none, or each invented token would be a new caller. Addresses are those of the rate limits (IPv6: /64).
 */
export class Callers {
  readonly #proved = new Set<string>()

  of({ headers: { authorization }, ip, actor }: Calling): Caller {
    const address = addressKey({ ip })
    if (!authorization) return { name: address, address }
    const name = nameOf(authorization)
    return { name: actor || this.#proved.has(name) ? name : address, address }
  }

  /** Call it when the call has its answer: its token was accepted, or not (any more). */
  saw({ headers: { authorization }, actor }: Calling): void {
    if (!authorization) return
    const name = nameOf(authorization)
    // Deleted also when accepted, because the first of the set is the one to go.
    this.#proved.delete(name)
    if (!actor) return
    if (this.#proved.size >= MOST) for (const first of this.#proved.values().take(1)) this.#proved.delete(first)
    this.#proved.add(name)
  }
}

const nameOf = (authorization: string): string => createHash('sha256').update(authorization).digest('base64url')
