import type { OpenMatter } from '../../../contract/account-data.ts'
import type { Actor } from '../actor.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

type Find = (actor: Actor) => Promise<OpenMatter[]>
const finders = perKernel((): Find[] => [])

/** A domain registers what of a person or company may still be under way; whoever closes an account reads it before (identity.md D5). */
export const offersOpenMatters = (k: Kernel, find: Find): void => void finders(k).push(find)

/** What is still under way for this account, over all domains. */
export const openMattersOf = async (k: Kernel, actor: Actor): Promise<OpenMatter[]> =>
  (await Promise.all(finders(k).map((find) => find(actor)))).flat().filter(({ count }) => count > 0)
