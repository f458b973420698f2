import type { Total } from '../../contract/matching/judgement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { totalling, type Payable } from './engine/index.ts'
import { currentLimits } from './stack-limits.ts'

/** Wall clock for one search; what is not proved by then is said to be “at least” (issue 3 B). */
const LIMIT_MS = 2000
/** So long at a stretch, then other requests get their turn. */
const STRETCH_MS = 8

/** The best lawful total of a result under the rules across policies. */
export async function bestTotal(k: Kernel, judgements: readonly Payable[]): Promise<Total> {
  const run = totalling(judgements, await currentLimits(k))
  const started = performance.now()
  let stretch = started
  let step = run.next()
  while (!step.done) {
    const now = performance.now()
    if (now - stretch > STRETCH_MS) {
      await new Promise((next) => {
        setImmediate(next)
      })
      stretch = performance.now()
    }
    step = run.next(now - started > LIMIT_MS)
  }
  return step.value
}
