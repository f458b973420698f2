import { today } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { engine } from './catalogue.ts'
import type { Answers, CompiledPolicy } from './engine/index.ts'
import { inSlices } from './in-stretches.ts'
import { rulesFor } from './place.ts'
import type { PublishedRule } from './rule-book.ts'

const kept = new WeakMap<CompiledPolicy, ReadonlySet<string>>()
/** Raw fields that a rule reads; half a millisecond the first time, kept with the compiled rule. */
export function readsOf({ compiled }: PublishedRule): ReadonlySet<string> {
  let keys = kept.get(compiled)
  if (!keys) kept.set(compiled, (keys = engine.reads(compiled.rule)))
  return keys
}

/** Codes of the policies that count where the company is, can still be applied for, and have one of these facts in their rule. */
export async function policiesReading(k: Kernel, answers: Answers, facts: readonly string[]): Promise<string[]> {
  const { rules } = await rulesFor(k, answers)
  const day = today(k.clock)
  function* chosen(): Generator<undefined, string[]> {
    const codes: string[] = []
    for (const rule of rules) {
      const reads = readsOf(rule)
      if ((rule.window.to ?? day) >= day && facts.some((key) => reads.has(key))) codes.push(rule.code)
      yield
    }
    return codes
  }
  return inSlices(chosen(), Infinity)
}
