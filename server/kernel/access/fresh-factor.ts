import type { Actor } from '../actor.ts'
import { AppError } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

type IsFresh = (actor: Actor) => Promise<boolean>
const kept = perKernel(() => ({ isFresh: null as IsFresh | null }))

/** Set by the identity domain: whether who has a second factor gave a code of it in this session a short while ago. Who has none is never asked. */
export function provideFreshFactor(k: Kernel, isFresh: IsFresh): void {
  kept(k).isFresh = isFresh
}

/**
 * Before what a forgotten open browser must not be able to do: granting rights, personal data in clear. The page asks for a code and sends the
 * same call again, so it comes before anything is changed. Never inside a transaction.
 */
export async function askFreshFactor(k: Kernel, actor: Actor | null): Promise<void> {
  const { isFresh } = kept(k)
  if (actor && isFresh && !(await isFresh(actor))) throw new AppError(200, 'FACTOR_STALE', '请先输入动态验证码，再进行这项操作')
}
