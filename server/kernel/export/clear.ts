import { askFreshFactor } from '../access/fresh-factor.ts'
import type { Actor } from '../actor.ts'
import type { Kernel } from '../kernel.ts'

/**
 * Call before an export with personal columns begins. A user who may see them in clear must give a fresh code; for everybody else the
 * columns are masked.
 */
export async function askForClear(k: Kernel, actor: Actor): Promise<void> {
  if (actor.permissions.has('pii:read')) await askFreshFactor(k, actor)
}
