import { yuanInWan } from '../../../contract/money.ts'
import { isPriced } from '../../../contract/rule/priced.ts'
import type { DryRunChange, DryRunResult, DryRunSide } from '../../../contract/matching/dry-run.ts'
import { engine } from '../catalogue.ts'
import type { PolicyRule } from '../engine/index.ts'
import type { Job, Outcome } from './protocol.ts'
import { companies, countAuthorized, entriesOf, STEP, type Entry, type Pace, type Progress, type Query } from './thread.ts'

const SHOWN = 200
const WORDS = { m: 'match', n: 'near', u: 'unknown', '-': 'nomatch' } as const
const RANK = { m: 3, n: 2, u: 1, '-': 0 } as const
const NOTHING: Entry = { verdict: '-', min: null, max: null }
const side = (): DryRunSide => ({ match: 0, near: 0, unknown: 0, nomatch: 0, min: 0, max: 0, unpriced: 0 })
const pays = ({ benefits = [] }: PolicyRule): boolean => benefits.some(isPriced)

function add(to: DryRunSide, { verdict, min, max }: Entry, paying: boolean): void {
  to[WORDS[verdict]] += 1
  to.min += min ?? 0
  to.max += max ?? 0
  if (paying && verdict === 'm' && max === null) to.unpriced = (to.unpriced ?? 0) + 1
}

/** Keeps the companies with the largest change, and counts all. */
class Most {
  total = 0
  readonly #kept: { id: number; weight: number; before: Entry; after: Entry }[] = []
  add(id: number, weight: number, before: Entry, after: Entry): void {
    this.total += 1
    this.#kept.push({ id, weight, before, after })
    if (this.#kept.length > SHOWN * 4) this.#cut()
  }
  #cut(): void {
    this.#kept.sort((a, b) => b.weight - a.weight || a.id - b.id)
    this.#kept.length = Math.min(this.#kept.length, SHOWN)
  }
  list() {
    this.#cut()
    return this.#kept
  }
}

/** The size of a change: the difference of the maximum in 元; a change to or from a match counts more than any other change of verdict. */
const gain = (before: Entry, after: Entry): number =>
  (after.max ?? 0) - (before.max ?? 0) || (after.min ?? 0) - (before.min ?? 0) || (RANK[after.verdict] - RANK[before.verdict]) / 10

/** Compares a draft with the rule in force (or with nothing) over all consenting companies. Writes nothing. */
export async function dryRun(
  query: Query,
  { day, here, place, before, after }: Job & { kind: 'dryRun' },
  progress: Progress,
  pace: Pace,
): Promise<Outcome> {
  const began = performance.now()
  const total = await countAuthorized(query)
  const rules = before ? [after, before] : [after]
  const standings = engine.standings(rules.map(engine.compilePolicy), STEP)
  const sides = { before: side(), after: side() }
  const winners = new Most(),
    losers = new Most()
  const where = { held: place, here }
  let done = 0
  for await (const batch of companies(query, rules)) {
    await pace(() => {
      standings.begin(batch.map(({ answers }) => engine.wordless(answers, day)))
      const drafted = entriesOf(standings, 0, batch, where)
      const old = before && entriesOf(standings, 1, batch, where)
      batch.forEach(({ id }, n) => {
        const was = old?.[n] ?? NOTHING
        const is = drafted[n]!
        add(sides.before, was, before !== null && pays(before))
        add(sides.after, is, pays(after))
        const won = gain(was, is)
        if (won > 0) winners.add(id, won, was, is)
        else if (won < 0) losers.add(id, -won, was, is)
      })
    })
    progress((done += batch.length), total)
  }
  const shown = [...winners.list(), ...losers.list()].map(({ id }) => id)
  const names = new Map(
    (await query<[number, string]>('select id, name from company where id = any($1::bigint[])', [shown])).map(([id, name]) => [
      Number(id),
      name,
    ]),
  )
  const rows = (most: Most): DryRunChange[] =>
    most.list().map(({ id, before: was, after: is }) => ({
      companyId: id,
      companyName: names.get(id) ?? '',
      before: WORDS[was.verdict],
      after: WORDS[is.verdict],
      beforeMax: was.max === null ? null : yuanInWan(was.max),
      afterMax: is.max === null ? null : yuanInWan(is.max),
    }))
  for (const one of [sides.before, sides.after]) {
    one.min = yuanInWan(one.min)
    one.max = yuanInWan(one.max)
  }
  const result: DryRunResult = {
    companies: done,
    compared: before !== null,
    asOf: day,
    ...sides,
    winners: { total: winners.total, list: rows(winners) },
    losers: { total: losers.total, list: rows(losers) },
    seconds: Math.round(performance.now() - began) / 1000,
  }
  return { companies: done, changed: winners.total + losers.total, dryRun: result }
}
