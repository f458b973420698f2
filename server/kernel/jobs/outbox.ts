import type { Db } from '../db/index.ts'
import { kernelOf } from '../kernel-of.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

export interface Delivery {
  id: number
  key: string
  /** 1 for the first try */ attempt: number
  payload: Record<string, unknown>
}
/** Does the side effect. It may run again after a crash or an error, then with the same `key`: pass the key on to the receiver. */
export type Deliver = (delivery: Delivery) => Promise<void>

interface Outbox {
  deliver: Map<string, Deliver>
  wake: () => void
}
export const outboxOf = perKernel((): Outbox => ({ deliver: new Map(), wake: () => {} }))

/** Registers what delivers a kind of side effect (a text message, a notice, a log-out elsewhere). Once per kind, when a domain joins. */
export function delivers(k: Kernel, kind: string, deliver: Deliver): void {
  const { deliver: all } = outboxOf(k)
  if (all.has(kind)) throw new Error(`outbox kind ${kind} is declared twice`)
  all.set(kind, deliver)
}

/**
 * Requests a side effect in the transaction of the change: it happens after the commit, once per `key` (D-05), and is retried with growing
 * pauses when it fails. `notBefore` delays it. Returns false when the key already exists.
 */
export async function send(db: Db, kind: string, key: string, payload: Record<string, unknown>, notBefore?: Date): Promise<boolean> {
  const k = kernelOf(db)
  const { deliver, wake } = outboxOf(k)
  if (!deliver.has(kind)) throw new Error(`nothing delivers ${kind}`)
  const added = await db
    .insertInto('outbox')
    .values({ kind, key, payload: JSON.stringify(payload), run_after: notBefore ?? k.clock.now() })
    .onConflict((c) => c.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) wake()
  return added !== undefined
}
