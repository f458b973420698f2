import type { Answers } from '../../../contract/matching.ts'
import { saidFacts, type SaidFact, type SaidVerdict } from '../../../contract/matching/said-facts.ts'
import { today } from '../../kernel/clock.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { derivedFields, engine, fieldOf, optionsOf, rawFields } from '../catalogue.ts'
import { useFactReader, type Meaning } from '../../policy/index.ts'
import { judgeRules } from '../judge-company.ts'
import { rulesOf, type PublishedRule } from '../rule-book.ts'
import { inSlices } from '../in-stretches.ts'
import { readsOf } from '../policies-reading.ts'
import { factReader } from './reader.ts'
import { wordsBeside, type Said } from './said.ts'
import { spokenNames } from './ways-to-say.ts'

/** An open result ranks before a near miss: a single sentence usually leaves facts out. */
const PLACES: Readonly<Record<SaidVerdict['verdict'], number>> = { match: 0, unknown: 1, near: 2, nomatch: 3, notYet: 4, closed: 5 }
/** Limit of sentences and names shown under a policy in a list. */
const SHOWN = 3

let reader: ReturnType<typeof factReader> | undefined
/** The facts that the words state on a day. The expressions are compiled on first use. */
function readFacts(words: string, day: string): Said {
  reader ??= factReader({ fields: [...rawFields, ...derivedFields], industries: optionsOf(fieldOf('industryCode')!) ?? [] })
  return reader(words, day)
}

const figure = (key: string, value: number): string => engine.valueInWords(key, value)
function textOf({ key, value, min, max, about, strict = [] }: Said['facts'][number]): string {
  if (value !== undefined) return `${about ? '约 ' : ''}${engine.valueInWords(key, value)}`
  if (min !== undefined && max !== undefined && strict.length === 0) return `${figure(key, min)} 至 ${figure(key, max)}`
  const from = min === undefined ? [] : [strict.includes('min') ? `超过 ${figure(key, min)}` : `${figure(key, min)} 以上`]
  const to = max === undefined ? [] : [`${strict.includes('max') ? '不到' : '不超过'} ${figure(key, max)}`]
  return [...from, ...to].join('、')
}

/** Facts with only bounds are not used as answers. */
const answersOf = (facts: Said['facts']): Answers =>
  Object.fromEntries(facts.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value as Answers[string]]])))

async function answerWords(k: Kernel, { words, without, policyIds }: { words: string; without: string[]; policyIds: number[] }) {
  const day = today(k.clock)
  const said = readFacts(words, day)
  const kept = said.facts.filter(({ key }) => !without.includes(key))
  const answers = answersOf(kept)
  const facts: SaidFact[] = kept.map((fact) => ({
    key: fact.key,
    label: spokenNames[fact.key] ?? fieldOf(fact.key)?.label ?? fact.key,
    text: textOf(fact),
    exact: fact.value !== undefined,
  }))
  return { facts, answers, open: [...said.open], verdicts: Object.keys(answers).length ? await verdictsOf(k, policyIds, answers, day) : {} }
}

/** How a policy list reads facts from a question, and their meaning for each policy (policy/facts-in-words.ts). */
function readerFor(k: Kernel): Parameters<typeof useFactReader>[1] {
  return (words, without, day) => {
    const said = readFacts(words, day)
    const facts = said.facts.filter(({ key }) => !without.includes(key))
    if (facts.length === 0) return null
    return {
      beside: wordsBeside(said, facts),
      async meaning(ids) {
        return inSlices(meaningOf(await rulesOf(k, ids), facts, day), Infinity)
      },
    }
  }

  // Finding out what a rule reads takes half a millisecond, and there may be thousands of rules.
  function* meaningOf(rules: readonly PublishedRule[], facts: Said['facts'], day: string) {
    const answers = answersOf(facts)
    const company = Object.keys(answers).length > 0 ? engine.facts(answers, day) : undefined
    const meaning = new Map<number, Meaning>()
    for (const rule of rules) {
      yield
      const keys = readsOf(rule)
      const place = company ? PLACES[engine.judge(rule.compiled, company, { applyDate: day, window: rule.window }).verdict] : 0
      meaning.set(rule.id, {
        place,
        isOut: place >= PLACES.nomatch,
        read: facts.filter(({ key }) => keys.has(key)).length / facts.length,
      })
    }
    return meaning
  }
}

/** The engine's results for the named policies. */
async function verdictsOf(k: Kernel, ids: readonly number[], answers: Answers, asOf: string): Promise<Record<string, SaidVerdict>> {
  const rules = await rulesOf(k, ids)
  return Object.fromEntries(
    judgeRules(rules, { answers, archive: null, asOf }, false).map(({ policyId, verdict, amount, failed, missing }) => [
      policyId,
      { verdict, amount, failed: failed.slice(0, SHOWN), missing: missing.slice(0, SHOWN).map((key) => fieldOf(key)?.label ?? key) },
    ]),
  )
}

export function joinSaidFacts(k: Kernel): void {
  useFactReader(k, readerFor(k))
  implement(k, 'matching', saidFacts, { read: ({ body }) => answerWords(k, body) })
}
