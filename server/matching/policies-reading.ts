import type { Answers } from '../../contract/matching.ts'
import type { Actor } from '../kernel/actor.ts'
import { today } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { bestTotal } from './best-set.ts'
import { engine } from './catalogue.ts'
import type { CompiledPolicy } from './engine/index.ts'
import { judgeRules, situation } from './judge-company.ts'
import { inSlices } from './in-stretches.ts'
import { rulesFor } from './place.ts'
import type { PublishedRule } from './rule-book.ts'

const kept = new WeakMap<CompiledPolicy, ReadonlySet<string>>()
/** Raw fields that a rule reads; takes half a millisecond the first time and is kept with the compiled rule. */
export function readsOf({ compiled }: PublishedRule): ReadonlySet<string> {
  let keys = kept.get(compiled)
  if (!keys) kept.set(compiled, (keys = engine.reads(compiled.rule)))
  return keys
}

/** Rules of the policies that apply at the company's place, are still open, and read one of these facts. */
async function rulesReading(k: Kernel, answers: Answers, facts: readonly string[]): Promise<PublishedRule[]> {
  const { rules } = await rulesFor(k, answers)
  const day = today(k.clock)
  function* chosen(): Generator<undefined, PublishedRule[]> {
    const found: PublishedRule[] = []
    for (const rule of rules) {
      const reads = readsOf(rule)
      if ((rule.window.to ?? day) >= day && facts.some((key) => reads.has(key))) found.push(rule)
      yield
    }
    return found
  }
  return inSlices(chosen(), Infinity)
}

/**
 * The same results as `calculate`, limited to policies that read one of the given facts. The facts override the company's archive when it
 * has consented, and stand alone otherwise. 万元.
 */
export async function calculateReading(k: Kernel, actor: Actor, answers: Answers) {
  const at = await situation(k, actor, { answers, useArchive: 'consented' })
  const list = judgeRules(await rulesReading(k, at.answers, Object.keys(answers)), at, true)
  return { asOf: at.asOf, list, total: await bestTotal(k, list), archive: at.archive !== null }
}
