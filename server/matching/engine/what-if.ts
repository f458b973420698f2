import type { Catalog, CatalogField } from './catalog.ts'
import type { Facts } from './facts.ts'
import { judge, type CompiledPolicy, type Judgement, type Window } from './judge.ts'
import { readingOf, type Reading } from './reading.ts'
import type { StackLimit } from './stack-limits.ts'
import { total, type Payable } from './total.ts'
import type { Answers, Total, Verdict } from './types.ts'

export type WindowedPolicy = { compiled: CompiledPolicy; window: Window }
export type State = { total: Total; verdicts: Map<string, Judgement> }

/** Slices of the total's search at one point of a curve; groups of a real catalogue are decided in the first. */
const SLICES = 4
const readings = new WeakMap<CompiledPolicy, Reading>()
function keptReading(catalog: Catalog, policy: CompiledPolicy): Reading {
  let reading = readings.get(policy)
  if (!reading) readings.set(policy, (reading = readingOf(catalog, policy.rule)))
  return reading
}

/** One company for trying single facts; policies that do not read the fact are judged once. */
export class WhatIf {
  readonly catalog: Catalog
  readonly answers: Answers
  readonly base: State
  readonly #facts: (answers: Answers) => Facts
  readonly #policies: readonly WindowedPolicy[]
  readonly #limits: readonly StackLimit[]

  private constructor(
    catalog: Catalog,
    policies: readonly WindowedPolicy[],
    answers: Answers,
    facts: (answers: Answers) => Facts,
    limits: readonly StackLimit[],
    verdicts: Map<string, Judgement>,
  ) {
    this.catalog = catalog
    this.answers = answers
    this.#facts = facts
    this.#policies = policies
    this.#limits = limits
    this.base = this.#stateOf(verdicts)
  }

  /** Judges and reads every rule, one per step: in one go, the first curve after a start blocked the server for 50 ms. */
  static *beginning(
    catalog: Catalog,
    policies: readonly WindowedPolicy[],
    answers: Answers,
    facts: (answers: Answers) => Facts,
    limits: readonly StackLimit[],
  ): Generator<undefined, WhatIf, boolean | undefined> {
    const given = facts(answers)
    const verdicts = new Map<string, Judgement>()
    for (const { compiled, window } of policies) {
      verdicts.set(compiled.rule.id, judge(compiled, given, window))
      keptReading(catalog, compiled)
      yield undefined
    }
    return new WhatIf(catalog, policies, answers, facts, limits, verdicts)
  }

  readingOf({ compiled }: WindowedPolicy): Reading {
    return keptReading(this.catalog, compiled)
  }

  /** Open policies that read the field. */
  affected(key: string): WindowedPolicy[] {
    return this.#policies.filter((policy) => this.readingOf(policy).fields.has(key) && this.#open(policy))
  }

  /** The state with this value of the field; only `affected` policies are judged again. */
  at(key: string, value: number, affected: readonly WindowedPolicy[]): State {
    return this.#judge(affected, { ...this.answers, [key]: value }, this.base.verdicts)
  }

  /** The facts with another value of a field, for exact derived values. */
  factsWith(key: string, value: number): Facts {
    return this.#facts({ ...this.answers, [key]: value })
  }

  fieldsRead(): CatalogField[] {
    const keys = new Set(this.#policies.filter((each) => this.#open(each)).flatMap((each) => [...this.readingOf(each).fields]))
    return this.catalog.fields.filter((field) => field.numeric && !field.derived && keys.has(field.key))
  }

  #open({ compiled }: WindowedPolicy): boolean {
    const verdict = this.base.verdicts.get(compiled.rule.id)?.verdict
    return verdict !== 'closed' && verdict !== 'notYet'
  }

  #judge(policies: readonly WindowedPolicy[], answers: Answers, others: ReadonlyMap<string, Judgement>): State {
    const facts = this.#facts(answers)
    const verdicts = new Map(others)
    for (const { compiled, window } of policies) verdicts.set(compiled.rule.id, judge(compiled, facts, window))
    return this.#stateOf(verdicts)
  }

  #stateOf(verdicts: Map<string, Judgement>): State {
    return { total: total([...verdicts.values()].map(payable), this.#limits, SLICES), verdicts }
  }
}

const payable = (each: Judgement): Payable => ({
  code: each.code,
  verdict: each.verdict,
  amount: each.amount,
  exclusiveGroup: each.exclusiveGroup,
})

/** Verdicts of some policies as one text: equal texts mean equal verdicts. */
export const signature = ({ verdicts }: State, of: readonly WindowedPolicy[]): string =>
  of.map(({ compiled }) => verdicts.get(compiled.rule.id)!.verdict).join()

export type Change = { code: string; title: string; from: Verdict; to: Verdict; before: number | null; after: number | null }
/** Policies whose verdict or amount differs between two states. */
export function changes(before: State, after: State, of: readonly WindowedPolicy[]): Change[] {
  return of.flatMap(({ compiled }): Change[] => {
    const [a, b] = [before.verdicts.get(compiled.rule.id)!, after.verdicts.get(compiled.rule.id)!]
    const [x, y] = [a.amount?.value ?? null, b.amount?.value ?? null]
    return a.verdict === b.verdict && x === y ? [] : [{ code: a.code, title: a.title, from: a.verdict, to: b.verdict, before: x, after: y }]
  })
}
