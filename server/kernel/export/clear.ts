import { askFreshFactor } from '../access/fresh-factor.ts'
import type { Actor } from '../actor.ts'
import type { Kernel } from '../kernel.ts'

/** Before an export with personal columns begins: who gets them in clear gives a fresh code; to everybody else they are masked. */
export async function askForClear(k: Kernel, actor: Actor): Promise<void> {
  if (actor.permissions.has('pii:read')) await askFreshFactor(k, actor)
}
