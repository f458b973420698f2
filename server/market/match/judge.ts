import type { Attributes } from '../../../contract/market/attributes.ts'
import { marketKinds, type MarketKind } from '../../../contract/market/states.ts'
import { TRUE, type Judgement } from '../../matching/index.ts'
import { answersOf, engines, supplyOf } from './catalogue.ts'
import { ruleOf } from './demand-rule.ts'
import type { Shelved } from './shelf.ts'

interface Item {
  id: number
  kind: MarketKind
  title: string
  facts: Attributes
  street_ids: readonly string[]
}
/** Buffer that each judgement overwrites, because the facts on the shelf are judged by every demand. */
const RECORD = new Uint8Array(256)
/** The facts of so many supplies stay in memory, about 0.8 KB each. With more, each judgement builds them anew, which takes longer. */
const FACTS_KEPT = 200_000
const keepsFacts = (others: number): boolean => others <= FACTS_KEPT

/**
 * Judges items of the other side against an item: the facts of the supply by the rule of the demand, with one engine and rule in both
 * directions. `day`: 'YYYY-MM-DD'; `others`: how many are on the other side. Read a judgement before making the next one, because both use one buffer.
 */
export function judgeAgainst(item: Item, day: string, others: number): (other: Shelved) => Judgement {
  const engine = engines[supplyOf(item.kind)]
  const options = { applyDate: day }
  if (marketKinds[item.kind].side === 'supply') {
    const facts = engine.facts(answersOf(item.facts, item.street_ids[0]), day)
    return ({ rule }) => engine.judge(rule, facts, options)
  }
  const rule = engine.compilePolicy(ruleOf(item.id, item.kind, item.title, item.facts, item.street_ids))
  const keep = keepsFacts(others)
  return (other) => {
    const facts = other.factsOn(day, keep)
    facts.recordIn(RECORD)
    return engine.judge(rule, facts, options)
  }
}

/** Only whether the two match; stops at the first requirement that is not met. */
export function fitsOf(item: Item, day: string, others: number): (other: Shelved) => boolean {
  const engine = engines[supplyOf(item.kind)]
  if (marketKinds[item.kind].side === 'supply') {
    const facts = engine.facts(answersOf(item.facts, item.street_ids[0]), day)
    return ({ rule }) => rule.test(facts) === TRUE
  }
  const { test } = engine.compilePolicy(ruleOf(item.id, item.kind, item.title, item.facts, item.street_ids))
  const keep = keepsFacts(others)
  return (other) => test(other.factsOn(day, keep)) === TRUE
}
