import type { DryRunSide } from '../../../contract/matching/dry-run.ts'
import { yuanInWan } from '../../../contract/money.ts'
import { engine } from '../catalogue.ts'
import { companyPlace, counts } from '../company-place.ts'
import { isComputed } from '../../../contract/rule/vocabulary.ts'
import { MET, OPEN, type Condition, type PolicyRule } from '../engine/index.ts'
import type { Job, Outcome } from './protocol.ts'
import { companies, countAuthorized, entriesOf, STEP, type Pace, type Query } from './thread.ts'

/** Limit of companies while an editor waits; a run over all of them is a separate task. */
const LOOKED_AT = 20_000
const WORDS = { m: 'match', n: 'near', u: 'unknown', '-': 'nomatch' } as const

interface Part {
  path: string
  node: Condition
  /** a requirement that must hold on its own, not a part of a group */
  top: boolean
}
const below = (node: Condition, path: string): { node: Condition; path: string }[] => {
  if ('all' in node) return node.all.map((each, n) => ({ node: each, path: `${path}.all[${n}]` }))
  if ('any' in node) return node.any.map((each, n) => ({ node: each, path: `${path}.any[${n}]` }))
  if ('of' in node) return node.of.map((each, n) => ({ node: each, path: `${path}.of[${n}]` }))
  return 'not' in node ? [{ node: node.not, path: `${path}.not` }] : []
}
const within = (node: Condition, path: string): Part[] =>
  below(node, path).flatMap((each) => [{ ...each, top: false }, ...within(each.node, each.path)])
/** The requirements in the order of the rule; the parts of a group follow it. */
const partsOf = (root: Condition): Part[] =>
  ('all' in root ? below(root, 'conditions') : [{ node: root, path: 'conditions' }]).flatMap((each) => [
    { ...each, top: true },
    ...within(each.node, each.path),
  ])

/** A comparison of one field with a value, without a formula that could single out a company. */
const isPlain = (node: Condition): boolean => 'field' in node && !isComputed(node.field) && !isComputed(node.value)

/**
 * The effect of a rule while it is being written: verdicts and amounts, and the result of each condition alone. Writes nothing and names
 * nobody.
 */
export async function live(query: Query, { day, here, place, rule }: Job & { kind: 'live' }, pace: Pace): Promise<Outcome> {
  const total = await countAuthorized(query)
  const parts = partsOf(rule.conditions)
  const alone = parts.map(({ node }): PolicyRule => ({ id: rule.id, title: rule.title, conditions: node }))
  const standings = engine.standings([rule, ...alone].map(engine.compilePolicy), STEP)
  const side: DryRunSide = { match: 0, near: 0, unknown: 0, nomatch: 0, min: 0, max: 0 }
  const conditions = parts.map(({ path, top, node }) => ({ path, top, plain: isPlain(node), met: 0, open: 0, left: 0, only: 0 }))
  let [looked, outside] = [0, 0]
  for await (const batch of companies(query, [rule])) {
    await pace(() => {
      standings.begin(batch.map(({ answers }) => engine.wordless(answers, day)))
      for (const { verdict, min, max } of entriesOf(standings, 0, batch, { held: place, here })) {
        side[WORDS[verdict]] += 1
        side.min += min ?? 0
        side.max += max ?? 0
      }
      const isHere = batch.map(({ answers }) => counts(place, companyPlace(answers, here)))
      outside += isHere.filter((one) => !one).length
      /** per company: the number of requirements that fail so far, and the first one that fails */
      const refusals = new Uint16Array(batch.length)
      const first = new Uint16Array(batch.length)
      conditions.forEach((condition, n) => {
        const says = standings.of(n + 1)
        for (let company = 0; company < batch.length; company++) {
          if (!isHere[company]) continue
          const standing = says[company]
          const refused = standing !== MET && standing !== OPEN
          if (standing === MET) condition.met += 1
          else if (!refused) condition.open += 1
          if (!condition.top) continue
          if (refused && ++refusals[company]! === 1) first[company] = n
          if (refusals[company] === 0) condition.left += 1
        }
      })
      refusals.forEach((count, company) => {
        if (count === 1) conditions[first[company]!]!.only += 1
      })
    })
    looked += batch.length
    if (looked >= LOOKED_AT) break
  }
  return {
    companies: looked,
    changed: 0,
    live: {
      ...side,
      min: yuanInWan(side.min),
      max: yuanInWan(side.max),
      total,
      companies: looked,
      outside,
      conditions,
    },
  }
}
