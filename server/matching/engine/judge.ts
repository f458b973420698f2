import { price, type Lack, type Payment } from './amount.ts'
import { compileBenefit } from './benefit.ts'
import { compileBearing, compileBounds } from './bounds.ts'
import type { Catalog } from './catalog.ts'
import { type Ceiling, compileCeiling } from './ceiling.ts'
import { closableTest } from './closable.ts'
import { compileTest, type Test } from './condition.ts'
import { explain } from './explain.ts'
import type { Facts } from './facts.ts'
import { runProgram, truthOf } from './program.ts'
import { remarksIn } from './rows.ts'
import { compileNegotiated } from './negotiated.ts'
import { isNear, NEAR_LIMITS } from './near.ts'
import { collectMissing, compileTrace, failedLabels, Trace, type Tree } from './trace.ts'
import { FALSE, TRUE, UNKNOWN } from './truth.ts'
import type { Amount, Explanation, PolicyRule, Verdict } from './types.ts'

/** A policy's rule, compiled for many judgements. */
export type CompiledPolicy = {
  rule: PolicyRule
  /** Truth only, stops early: for counting and filtering. */
  test: Test
  tree: Tree
  payment: Payment
  ceiling: Ceiling
}

/** The application period, both days included. */
export type Window = { from?: string | null; to?: string | null }

/**
 * The result of one policy for one company. Judging computes verdict and amount and records the truth of every condition; lists and texts
 * are made from that record when they are read.
 */
export class Judgement {
  readonly policy: CompiledPolicy
  readonly facts: Facts
  /** Where the recorded truths begin in `facts.truths`. */
  readonly start: number
  readonly verdict: Verdict
  /** The verdict without regard to the window. */
  readonly ruleVerdict: RuleVerdict
  readonly amount: Amount | null
  #missing: readonly string[] | undefined
  readonly #lack: Lack | undefined

  constructor(
    policy: CompiledPolicy,
    facts: Facts,
    start: number,
    verdict: Verdict,
    ruleVerdict: RuleVerdict,
    amount: Amount | null,
    missing: readonly string[] | undefined,
    lack: Lack | undefined,
  ) {
    this.policy = policy
    this.facts = facts
    this.start = start
    this.verdict = verdict
    this.ruleVerdict = ruleVerdict
    this.amount = amount
    this.#missing = missing
    this.#lack = lack
  }

  /** Raw fields to ask for, sorted: of the open conditions, or of the amount when everything is met. */
  get missing(): readonly string[] {
    return (this.#missing ??= sorted(collectMissing(this.conditions)))
  }

  /** Why a met policy has no amount although the company has nothing to add: a divisor is 0, or rows lack data that others must give. */
  get amountReason(): string | undefined {
    const { byKey } = this.facts.catalog
    const lacking = (this.#lack?.missing ?? []).flatMap((key) => remarksIn(byKey.get(key), this.facts))
    if (lacking.length) return `${lacking.join('；')}，金额待补`
    const zero = this.#lack?.missing.length ? [] : (this.#lack?.zero ?? [])
    return zero.length ? `${zero.map((key) => this.#withoutResult(key)).join('；')}，无法测算金额` : undefined
  }

  #withoutResult(key: string): string {
    const { catalog, answers } = this.facts
    const value = answers[key]
    const label = `“${catalog.byKey.get(key)?.label ?? key}”`
    return typeof value === 'number' && value < 0 ? `${label}为负数，算不出增长` : `${label}为 0，不能作除数`
  }

  /** Whether people settle something for this company case by case, besides the calculated amount. */
  get negotiated(): boolean {
    return this.ruleVerdict === 'match' && this.policy.payment.negotiated?.holds(this.facts) === TRUE
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
    return failedLabels(this.policy.tree.root, this.facts.truths, this.start)
  }

  /** The recorded tree; `explain` or JSON.stringify converts it for display. */
  get conditions(): Trace {
    return new Trace(this.policy.tree.root, this.facts, this.start)
  }

  toJSON(): PlainJudgement {
    const { code, title, verdict, ruleVerdict, amount, failedTop, missing, exclusiveGroup, amountReason, negotiated } = this
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
      ...(amountReason ? { amountReason } : {}),
      ...(negotiated ? { negotiated } : {}),
    }
  }
}

export type RuleVerdict = 'match' | 'near' | 'unknown' | 'nomatch'

/** A judgement as plain data, as the calculator's endpoint returns it. */
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
  /** why a met policy has no amount although no fact is missing */
  amountReason?: string
  /** something is settled case by case (一事一议), besides the amount */
  negotiated?: true
}

export function compilePolicy(catalog: Catalog, rule: PolicyRule): CompiledPolicy {
  return {
    rule,
    test: compileTest(catalog, rule.conditions),
    tree: compileTrace(catalog, rule.conditions, closableTest(catalog, rule)),
    payment: paymentOf(catalog, rule),
    ceiling: compileCeiling(catalog, rule),
  }
}

function paymentOf(catalog: Catalog, rule: PolicyRule): Payment {
  const money = (rule.benefits ?? []).flatMap((benefit) => {
    const pricer = compileBenefit(catalog, benefit)
    return pricer ? [{ benefit, price: pricer }] : []
  })
  // Only needed when facts are open, so created on first use.
  let bounds: Payment['bounds'] | undefined
  let bearing: Payment['bearing'] | undefined
  return {
    rule,
    money,
    negotiated: compileNegotiated(catalog, rule),
    bounds: (facts) => (bounds ??= compileBounds(catalog, rule))(facts),
    bearing: (facts) => (bearing ??= compileBearing(catalog, rule))(facts),
  }
}

/** Shared by all judgements that have nothing to list. */
const NONE: readonly string[] = Object.freeze([])
const sorted = (keys: ReadonlySet<string>): readonly string[] => [...keys].sort()

/** Verdict, trace, amount and missing facts of one policy for one company. */
export function judge(policy: CompiledPolicy, facts: Facts, window?: Window): Judgement {
  const start = runProgram(policy.tree.program, facts)
  const truth = truthOf(facts.truths[start] as number)
  let ruleVerdict: RuleVerdict = 'match'
  // The verdict tells whether anything is open; the missing facts are collected on first use.
  let missing: readonly string[] | undefined = NONE
  let amount: Amount | null = null
  let lack: Lack | undefined
  if (truth === FALSE) ruleVerdict = facts.failed <= NEAR_LIMITS.failed && isNear(policy.tree.root, facts, start) ? 'near' : 'nomatch'
  else if (truth === UNKNOWN) {
    ruleVerdict = 'unknown'
    missing = undefined
  } else if (policy.payment.money.length) {
    const found = price(policy.payment, facts)
    if ('steps' in found) amount = found
    else lack = found
    if (lack) missing = lack.missing.toSorted()
  } else if (policy.payment.negotiated?.holds(facts) === UNKNOWN) missing = policy.payment.negotiated.missing(facts).toSorted()
  return new Judgement(policy, facts, start, windowVerdict(window, facts.applyDate) ?? ruleVerdict, ruleVerdict, amount, missing, lack)
}

function windowVerdict(window: Window | undefined, day: string): 'closed' | 'notYet' | undefined {
  if (window?.to && day > window.to) return 'closed'
  return window?.from && day < window.from ? 'notYet' : undefined
}

/** The judgement as plain data for an answer, a file or a page. */
export const present = (judgement: Judgement): PlainJudgement => judgement.toJSON()
