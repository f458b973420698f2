import type { Actor } from '../actor.ts'
import { AppError } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

type IsFresh = (actor: Actor) => Promise<boolean>
const kept = perKernel(() => ({ isFresh: null as IsFresh | null }))

/**
 * The identity domain sets this check: did a user with a second factor give a code in this session a short while ago? A user without a
 * second factor always passes.
 */
export function provideFreshFactor(k: Kernel, isFresh: IsFresh): void {
  kept(k).isFresh = isFresh
}

/**
 * Call this before actions that an unattended open browser must not allow: granting rights, showing personal data in clear. The page asks
 * for a code and repeats the call, so check before anything is changed. Never call it inside a transaction.
 */
export async function askFreshFactor(k: Kernel, actor: Actor | null): Promise<void> {
  const { isFresh } = kept(k)
  if (actor && isFresh && !(await isFresh(actor))) throw new AppError(200, 'FACTOR_STALE', '请先输入动态验证码，再进行这项操作')
}
