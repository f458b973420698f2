import type { Total } from '../../contract/matching/judgement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { totalling, type Payable } from './engine/index.ts'
import { inSlices } from './in-stretches.ts'
import { currentLimits } from './stack-limits.ts'

/** Time limit of one search in wall-clock milliseconds; an unproved total is shown as “at least” (issue 3 B). */
const LIMIT_MS = 2000

/** The best permitted total of the judgements under the rules across policies. */
export const bestTotal = async (k: Kernel, judgements: readonly Payable[]): Promise<Total> =>
  inSlices(totalling(judgements, await currentLimits(k)), LIMIT_MS)
