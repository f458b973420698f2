import { compileBenefit, plus, type Pricer, type Worth } from './benefit.ts'
import type { Catalog } from './catalog.ts'
import { compileCeiling, type Ceiling } from './ceiling.ts'
import { closableTest } from './closable.ts'
import { compileTest, type Test } from './condition.ts'
import type { Facts } from './facts.ts'
import { compare, multiply, rational, rounded } from './rational.ts'
import { truthOf } from './program.ts'
import { collectMissing, compileTrace, explain, failedLabels, isNear, Trace, type Tree } from './trace.ts'
import { FALSE, UNKNOWN } from './truth.ts'
import type { Amount, Benefit, Explanation, PolicyRule, Verdict } from './types.ts'

/** A policy's rule ready to be judged many times. */
export type CompiledPolicy = {
  rule: PolicyRule
  /** Truth only, stops early: for counting and filtering. */
  test: Test
  tree: Tree
  money: readonly { benefit: Benefit; price: Pricer }[]
  ceiling: Ceiling
}

/** Period in which applications are taken, both days included. */
export type Window = { from?: string | null; to?: string | null }

/**
 * What one policy means for one company. Verdict and amount are computed when judging, and the truth of every condition is recorded;
 * lists and texts are drawn from that record when they are read.
 */
export class Judgement {
  readonly policy: CompiledPolicy
  readonly facts: Facts
  readonly #start: number
  readonly verdict: Verdict
  /** The verdict without regard to the window. */
  readonly ruleVerdict: RuleVerdict
  readonly amount: Amount | null
  /** Raw fields to ask for, sorted: of the open conditions, or of the amount where everything is met. */
  readonly missing: readonly string[]

  constructor(
    policy: CompiledPolicy,
    facts: Facts,
    start: number,
    verdict: Verdict,
    ruleVerdict: RuleVerdict,
    amount: Amount | null,
    missing: readonly string[],
  ) {
    this.policy = policy
    this.facts = facts
    this.#start = start
    this.verdict = verdict
    this.ruleVerdict = ruleVerdict
    this.amount = amount
    this.missing = missing
  }

  get code(): string {
    return this.policy.rule.id
  }

  get title(): string {
    return this.policy.rule.title
  }

  get exclusiveGroup(): string | undefined {
    return this.policy.rule.exclusiveGroup
  }

  /** Labels of the direct parts of the root `all` that are false. */
  get failedTop(): string[] {
    return failedLabels(this.policy.tree.root, this.facts.truths, this.#start)
  }

  /** The recorded tree; `explain` or JSON.stringify turns it into what people see. */
  get conditions(): Trace {
    return new Trace(this.policy.tree.root, this.facts, this.#start)
  }

  toJSON(): PlainJudgement {
    const { code, title, verdict, ruleVerdict, amount, failedTop, missing, exclusiveGroup } = this
    return {
      code,
      title,
      verdict,
      ruleVerdict,
      amount,
      conditions: explain(this.conditions),
      failedTop,
      missing: [...missing],
      ...(exclusiveGroup ? { exclusiveGroup } : {}),
    }
  }
}

export type RuleVerdict = 'match' | 'near' | 'unknown' | 'nomatch'

/** A judgement as plain data, as the calculator's call answers it. */
export type PlainJudgement = {
  code: string
  title: string
  verdict: Verdict
  ruleVerdict: RuleVerdict
  amount: Amount | null
  conditions: Explanation
  failedTop: string[]
  missing: string[]
  exclusiveGroup?: string
}

export function compilePolicy(catalog: Catalog, rule: PolicyRule): CompiledPolicy {
  return {
    rule,
    test: compileTest(catalog, rule.conditions),
    tree: compileTrace(catalog, rule.conditions, closableTest(catalog, rule)),
    money: (rule.benefits ?? []).flatMap((benefit) => {
      const price = compileBenefit(catalog, benefit)
      return price ? [{ benefit, price }] : []
    }),
    ceiling: compileCeiling(catalog, rule),
  }
}

/** Shared by all judgements that have nothing to list. */
const NONE: readonly string[] = Object.freeze([])

/** Verdict, trace, amount and what is missing of one policy for one company. */
export function judge(policy: CompiledPolicy, facts: Facts, window?: Window): Judgement {
  const start = policy.tree.record(facts)
  const truth = truthOf(facts.truths[start] as number)
  let ruleVerdict: RuleVerdict = 'match'
  let missing = NONE
  let amount: Amount | null = null
  if (truth === FALSE) ruleVerdict = isNear(policy.tree.root, facts.truths, start) ? 'near' : 'nomatch'
  else if (truth === UNKNOWN) {
    ruleVerdict = 'unknown'
    const open = new Set<string>()
    collectMissing(new Trace(policy.tree.root, facts, start), open)
    missing = [...open].sort()
  } else if (policy.money.length) {
    const open = new Set<string>()
    amount = price(policy, facts, open)
    if (open.size) missing = [...open].sort()
  }
  return new Judgement(policy, facts, start, windowVerdict(window, facts.applyDate) ?? ruleVerdict, ruleVerdict, amount, missing)
}

function windowVerdict(window: Window | undefined, day: string): 'closed' | 'notYet' | undefined {
  if (window?.to && day > window.to) return 'closed'
  return window?.from && day < window.from ? 'notYet' : undefined
}

/** Sum (or the best) of the benefits; null when a fact that the calculation needs is lacking, which is then added to `missing`. */
function price(policy: CompiledPolicy, facts: Facts, missing: Set<string>): Amount | null {
  const { rule } = policy
  const parts: { benefit: Benefit; worth: Worth }[] = []
  let lacking = false
  for (const { benefit, price: priced } of policy.money) {
    const { worth, missing: fields } = priced(facts)
    if (worth) parts.push({ benefit, worth })
    else {
      lacking = true
      for (const key of fields) missing.add(key)
    }
  }
  if (lacking) return null
  const counted = withoutExclusions(parts, rule.benefitCombine === 'max')
  const total = counted.map((part) => part.worth).reduce(plus)
  const amount: Amount = {
    min: rounded(total.low, 4),
    max: rounded(total.high, 4),
    unit: '万元',
    steps: total.steps,
    value: rounded(total.point, 4),
  }
  if (total.steps.length > 1 && counted.length > 1) amount.steps.push(`合计 ${amount.value}万元`)
  if (counted.some((part) => part.benefit.upperBound && part.worth.high.n > 0n)) {
    amount.upperBound = true
    amount.steps.push('以上为上限，实际以主管部门核定为准')
  }
  if (rule.competitive) {
    amount.competitive = true
    amount.steps.push('择优支持，不保证获得')
  }
  if (total.open) amount.openEnded = true
  if (total.unset.length) amount.unset = [...new Set(total.unset)].sort()
  if (total.range) amount.amountRange = [rounded(total.range[0], 4), rounded(total.range[1], 4)]
  addPayout(amount, counted)
  return amount
}

/** Of benefits that exclude each other only the highest counts. */
function withoutExclusions(parts: { benefit: Benefit; worth: Worth }[], all: boolean): { benefit: Benefit; worth: Worth }[] {
  const best = new Map<string, { benefit: Benefit; worth: Worth }>()
  const result: { benefit: Benefit; worth: Worth }[] = []
  for (const part of parts) {
    const group = all ? '*' : part.benefit.exclusiveGroup
    const rival = group === undefined ? undefined : best.get(group)
    if (group === undefined) result.push(part)
    else if (!rival) best.set(group, part)
    else best.set(group, bestOf(rival, part))
  }
  return [...result, ...best.values()]
}

function bestOf(a: { benefit: Benefit; worth: Worth }, b: { benefit: Benefit; worth: Worth }): { benefit: Benefit; worth: Worth } {
  const [winner, other] = compare(b.worth.point, a.worth.point) > 0 ? [b, a] : [a, b]
  const low = compare(winner.worth.low, other.worth.low) >= 0 ? winner.worth.low : other.worth.low
  const high = compare(winner.worth.high, other.worth.high) >= 0 ? winner.worth.high : other.worth.high
  const note = `与“${other.benefit.name}”不叠加，取高`
  return {
    benefit: winner.benefit,
    worth: {
      ...winner.worth,
      low,
      high,
      open: winner.worth.open || other.worth.open,
      unset: [...winner.worth.unset, ...other.worth.unset],
      steps: [...winner.worth.steps, note],
    },
  }
}

/** Money that is paid over several years, year by year. */
function addPayout(amount: Amount, parts: readonly { benefit: Benefit; worth: Worth }[]): void {
  const years: number[] = []
  for (const { benefit, worth } of parts) {
    const shares = benefit.payout ?? []
    const spread = shares.length ? shares : [1]
    if (!parts.some((part) => part.benefit.payout?.length)) return
    spread.forEach((share, year) => (years[year] = rounded(multiply(worth.point, rational(share)), 4) + (years[year] ?? 0)))
  }
  if (!years.length || amount.value === 0) return
  amount.payout = years.map((each) => Math.round(each * 1e4) / 1e4)
  amount.steps.push(`分${years.length}年兑付：${amount.payout.map((each, year) => `第${year + 1}年 ${each}万元`).join('，')}`)
}

/** The judgement as plain data for an answer, a file or a page. */
export const present = (judgement: Judgement): PlainJudgement => judgement.toJSON()

export type Stack = { min: number; max: number; unit: '万元'; left: { code: string; group: string; better: string }[] }

/** What the matched policies come to together: of an exclusive group only the highest counts (data README: 同组不叠加取高). */
export function stack(judgements: readonly Judgement[]): Stack {
  const paying = judgements.flatMap((each) =>
    each.verdict === 'match' && each.amount ? [{ code: each.code, exclusiveGroup: each.exclusiveGroup, amount: each.amount }] : [],
  )
  const best = new Map<string, (typeof paying)[number]>()
  const left: Stack['left'] = []
  const counted = paying.filter((each) => {
    const group = each.exclusiveGroup
    if (!group) return true
    const rival = best.get(group)
    const wins = !rival || each.amount.value > rival.amount.value
    if (wins) best.set(group, each)
    if (rival) left.push(wins ? { code: rival.code, group, better: each.code } : { code: each.code, group, better: rival.code })
    return false
  })
  const sum = (pick: 'min' | 'max'): number =>
    Math.round([...counted, ...best.values()].reduce((total, each) => total + each.amount[pick], 0) * 1e4) / 1e4
  return { min: sum('min'), max: sum('max'), unit: '万元', left }
}
