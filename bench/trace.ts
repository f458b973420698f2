import companies from '../seed/data/companies.json' with { type: 'json' }
import { engine, fieldOf } from '../server/matching/catalogue.ts'
import { present, type Answers } from '../server/matching/engine/index.ts'
import { closure, plainFacts } from './closures.ts'
import { paying, randomFrom, randomPolicy } from './random-policies.ts'
import { median, type Row } from './report.ts'

const POLICIES = 10_000
const WARM = 15
const PAIRS = 21
const applyDate = '2026-06-30'

/** One company against 10,000 policies: verdict, missing fields and the result of every condition, beside verdicts from plain closures. */
export async function trace(): Promise<Row[]> {
  const random = randomFrom(20_261_121)
  const policies = Array.from({ length: POLICIES }, (_, n) => randomPolicy(random, `p${n}`))
  const compiled = policies.map(engine.compilePolicy)
  const money = policies.map((policy) => engine.compilePolicy(paying(policy, random)))
  const closures = policies.map(({ conditions }) => closure(conditions))
  const archive = (companies as unknown as Answers[]).map(
    (c) => Object.fromEntries(Object.entries(c).filter(([key]) => fieldOf(key))) as Answers,
  )
  let asked = 0
  /** Facts that no earlier request had. */
  const answers = (): Answers => ({ ...archive[asked % archive.length]!, employees: 20 + ((asked++ * 37) % 900) })

  const judged = (rules: typeof compiled, given: Answers) => {
    const facts = engine.facts(given, applyDate)
    return rules.map((policy) => engine.judge(policy, facts, { applyDate }))
  }
  const plain = (given: Answers) => {
    const facts = plainFacts(given, applyDate)
    return closures.map((verdict) => verdict(facts))
  }
  for (let n = 0; n < archive.length; n++) {
    const given = answers()
    const theirs = plain(given)
    judged(compiled, given).forEach(({ ruleVerdict }, place) => {
      const ours = ruleVerdict === 'match' ? true : ruleVerdict === 'unknown' ? undefined : false
      if (ours !== theirs[place]) throw new Error(`engine and closure disagree about ${policies[place]!.id}`)
    })
  }
  const works = {
    trace: (given: Answers) => judged(compiled, given),
    closures: plain,
    amounts: (given: Answers) => judged(money, given),
    written: (given: Answers) => JSON.stringify(judged(compiled, given).map(present)),
  }
  const times = Object.fromEntries(Object.keys(works).map((name) => [name, [] as number[]])) as Record<keyof typeof works, number[]>
  for (let n = 0; n < WARM + PAIRS; n++) {
    for (const [name, work] of Object.entries(works) as [keyof typeof works, (given: Answers) => unknown][]) {
      if (name === 'written' && n % 5 > 0) continue
      const given = answers()
      const from = performance.now()
      work(given)
      if (n >= WARM) times[name].push(performance.now() - from)
    }
    await new Promise(setImmediate)
  }
  const floor = median(times.closures)
  return [
    {
      name: `1 company × ${POLICIES} policies, full trace`,
      figure: median(times.trace),
      unit: 'ms',
      floor,
      atMost: 3,
      note: 'verdicts agree with the closures',
    },
    { name: `… with amounts`, figure: median(times.amounts), unit: 'ms', floor, atMost: 4 },
    { name: `… every trace written out as JSON`, figure: median(times.written), unit: 'ms' },
  ]
}
