import { formulaOf, typeOfFormula } from '../../../contract/rule/computed.ts'
import { checkAnswers } from './answers.ts'
import { type Catalog, createCatalog, type EngineData } from './catalog.ts'
import { checkConditions, computedIssue } from './check-conditions.ts'
import { checkFields } from './check-fields.ts'
import { amountIssues } from './check-tiers.ts'
import { formulaFault, formulaIssues } from './check-formulas.ts'
import { checkPolicy } from './check-policy.ts'
import { conditionValues, valueIssues } from './check-values.ts'
import { defaultClosable } from './closable.ts'
import { Columns } from './columns.ts'
import { compileTest, type Test } from './condition.ts'
import { Facts } from './facts.ts'
import { neverHolds, neverTrue } from './never-true.ts'
import { isOneOf, isRational } from './value.ts'
import { compilePolicy, type CompiledPolicy, judge, type Judgement, type PlainJudgement, type Window } from './judge.ts'
import { countOpen, rankQuestions, type RankedQuestion } from './question.ts'
import { toDecimal } from './rational.ts'
import { readsOf } from './reads.ts'
import { scoreFields } from './score.ts'
import { factRow, type FactRow, type SqlPorts, toSql } from './sql.ts'
import { Standings } from './standing.ts'
import { isTrue } from './truth.ts'
import type { Amount, Answers, Condition, Difference, Explanation, Field, GapPlan, Issue, PolicyRule, ScoreResult } from './types.ts'
import { difference, type Run } from './difference.ts'
import { gapPlan } from './gaps.ts'
import { closed, worthOf } from './if-met.ts'
import type { StackLimit } from './stack-limits.ts'
import { WhatIf, type WindowedPolicy } from './what-if.ts'
import { ruleInWords, valueInWords } from './words.ts'

export type * from './types.ts'
export type { Catalog, CatalogField, EngineData } from './catalog.ts'
export type { Test } from './condition.ts'
export type { CompiledPolicy, PlainJudgement, RuleVerdict, Window } from './judge.ts'
export type { RankedQuestion } from './question.ts'
export type { ColumnType, FactRow, SqlPorts } from './sql.ts'
export { Facts } from './facts.ts'
export { Judgement, present } from './judge.ts'
export { crossing, type StackLimit } from './stack-limits.ts'
export { type Curve, stepOf, swing, tracing } from './curve.ts'
export { cheaper } from './gaps.ts'
export { WhatIf, type WindowedPolicy } from './what-if.ts'
export { type Payable, total, totalling } from './total.ts'
export { jsonbPorts } from './sql.ts'
export { explain } from './explain.ts'
export { leastOf } from './possible.ts'
export type { Trace } from './trace.ts'
export { MET, NEAR, OPEN, type Standings } from './standing.ts'
export type { Columns } from './columns.ts'
export type { Truth } from './truth.ts'

/** A rule, field catalogue or answers that cannot be used; `issues` names every place. */
export class EngineRefusal extends Error {
  readonly issues: readonly Issue[]

  constructor(issues: readonly Issue[]) {
    super(issues.map((issue) => `${issue.path}：${issue.message}`).join('；'))
    this.name = 'EngineRefusal'
    this.issues = issues
  }
}

/** A known derived value, or why there is none. */
export type DerivedValue = {
  key: string
  value: string | number | boolean | readonly string[] | null
  possible?: readonly string[]
  missing: string[]
  zero: string[]
}

export type JudgeOptions = { applyDate: string; window?: Window }
type Company = Answers | Facts

/** The policy whose rule decides corpTaxRate, where `policies` contains it (README: 小型微利 = tax-small-profit 全部条件为真). */
const SMALL_PROFIT = 'tax-small-profit'

export type Engine = ReturnType<typeof createEngine>

/**
 * The matching engine over one set of data (shapes: seed/data). Pure: no clock, no I/O; the caller always gives `applyDate`. To judge
 * many policies for one company, create `facts(answers, applyDate)` once and pass it instead of the answers.
 * @throws EngineRefusal when the field catalogue has unusable or cyclic derived fields
 */
export function createEngine(data: EngineData & { policies?: readonly PolicyRule[] }) {
  const fieldIssues = checkFields(data.fields)
  if (fieldIssues.length) throw new EngineRefusal(fieldIssues)
  const catalog: Catalog = createCatalog(data)
  const smallProfitRule = data.policies?.find((policy) => policy.id === SMALL_PROFIT)
  if (smallProfitRule) refuse(checkConditions(catalog, smallProfitRule.conditions, 'conditions'))
  const smallProfitTest: Test | undefined = smallProfitRule && compileTest(catalog, smallProfitRule.conditions)
  const smallProfit = smallProfitTest && ((facts: Facts) => isTrue(smallProfitTest(facts)))
  const factsOf = (company: Company, applyDate: string): Facts =>
    company instanceof Facts ? company : new Facts(catalog, company, applyDate, smallProfit)
  const besides = (changed: readonly Field[]) => catalog.fields.filter(({ key }) => !changed.some((field) => field.key === key))
  const table = (id: string) => {
    const found = catalog.tables.get(id)
    if (!found) throw new EngineRefusal([{ path: 'scheme', message: `没有评分表“${id}”` }])
    return found
  }

  return {
    catalog,

    /** One company on one day; the answers are not checked, see checkAnswers. */
    facts: (answers: Answers, applyDate: string): Facts => factsOf(answers, applyDate),

    checkAnswers: (answers: unknown, latest?: string): Issue[] => checkAnswers(catalog, answers, latest),
    validateFields: checkFields,
    /** The faults of the catalogue with these fields added, or replacing those with the same keys. */
    fieldIssues: (changed: readonly Field[]): Issue[] => checkFields([...besides(changed), ...changed]),
    /** @throws EngineRefusal when the fields together cannot be used */
    putFields: (changed: readonly Field[]): void => {
      refuse(checkFields([...besides(changed), ...changed]))
      for (const field of changed) catalog.put(field)
    },
    /** Why a formula (`=…`) cannot be used in place of a field; undefined when it can. */
    formulaIssue: (formula: string): string | undefined => computedIssue(catalog, formula),
    /** For saving: why a valid formula never has a result. */
    formulaFault: (formula: string): string | undefined => formulaFault(catalog, formula),
    typeOfFormula: (formula: string): string => typeOfFormula(catalog.words, formulaOf(formula)),
    /** For saving: checks shape, fields, values, whether the conditions can ever hold, and amounts that are certainly mistakes. */
    validatePolicyRule: (policy: unknown): Issue[] => {
      const issues = checkPolicy(catalog, policy)
      if (issues.length) return issues
      const rule = policy as PolicyRule
      const values = valueIssues(catalog, rule)
      const amounts = [...amountIssues(rule), ...formulaIssues(catalog, rule)]
      const conflicts = values.length ? values : neverHolds(catalog, rule)
      return [...conflicts.filter(({ path }) => !amounts.some((amount) => amount.path === path)), ...amounts]
    },
    validateCondition: (node: unknown, path = 'conditions'): Issue[] => {
      const issues = checkConditions(catalog, node, path)
      if (issues.length) return issues
      const values = conditionValues(catalog, node as Condition, path)
      return values.length ? values : neverTrue(catalog, node as Condition, path)
    },

    /** @throws EngineRefusal naming every place that is wrong */
    compilePolicy: (policy: PolicyRule): CompiledPolicy => {
      refuse(checkPolicy(catalog, policy))
      return compilePolicy(catalog, policy)
    },

    /** A saved condition alone (tag, audience): three-valued test. @throws EngineRefusal */
    compileCondition: (node: Condition): Test => {
      refuse(checkConditions(catalog, node, 'conditions'))
      return compileTest(catalog, node)
    },

    /** Verdicts and amounts of many companies by many rules, in batches of at most `size`; takes facts made by `wordless`. */
    standings: (policies: readonly CompiledPolicy[], size: number): Standings => new Standings(catalog, policies, size),
    /** Records of these given fields, to hold one rule after another against all of them. */
    columns: (keys: readonly string[]): Columns => new Columns(catalog, keys),
    /** As `facts`, for amounts without explaining words. */
    wordless: (answers: Answers, applyDate: string): Facts => new Facts(catalog, answers, applyDate, smallProfit, true),

    judge: (policy: CompiledPolicy, company: Company, options: JudgeOptions): Judgement =>
      judge(policy, factsOf(company, options.applyDate), options.window),

    /** @throws EngineRefusal when there is no such table */
    score: (id: string, company: Company, applyDate: string): ScoreResult => {
      const { passes: _, ...result } = factsOf(company, applyDate).score(table(id))
      return result
    },

    /** Raw fields that a score table reads. */
    scoreFields: (id: string): string[] => scoreFields(table(id), catalog.byKey),

    /** Every derived field with its value or the reasons why it has none; ratios cut to 10 decimals. */
    derive: (company: Company, applyDate: string): Record<string, DerivedValue> => {
      const facts = factsOf(company, applyDate)
      const entries = catalog.fields
        .filter((field) => facts.isDerived(field))
        .map((field): [string, DerivedValue] => {
          const { value, missing, zero } = facts.derived(field)
          const base = { key: field.key, missing: [...missing].sort(), zero: [...zero] }
          if (isOneOf(value)) return [field.key, { ...base, value: null, possible: value.oneOf }]
          return [field.key, { ...base, value: value === undefined ? null : isRational(value) ? Number(toDecimal(value, 10)) : value }]
        })
      return Object.fromEntries(entries)
    },

    /** How many questions these judgements of one company leave open. */
    countOpen: (judged: Iterable<Pick<PlainJudgement, 'missing' | 'amount'>>, company: Company, applyDate: string): number =>
      countOpen(judged, factsOf(company, applyDate)),

    rankQuestions: (
      policies: readonly CompiledPolicy[],
      company: Company,
      options: { applyDate: string; skip?: ReadonlySet<string> },
    ): RankedQuestion[] => rankQuestions(policies, factsOf(company, options.applyDate), options.skip),

    /** The most that a policy can pay this company, in 万元; Infinity without a limit. */
    ceiling: (policy: CompiledPolicy, company: Company, applyDate: string): number => policy.ceiling(factsOf(company, applyDate)),

    /** A scratch copy of a company for trying single facts; made in steps. */
    whatIf: (policies: readonly WindowedPolicy[], answers: Answers, applyDate: string, limits: readonly StackLimit[]) =>
      WhatIf.beginning(catalog, policies, answers, (given) => factsOf(given, applyDate), limits),

    /** The least effort that makes a near policy match; undefined when nothing can. */
    gapPlan: (conditions: Explanation): GapPlan | undefined => gapPlan(catalog, conditions),
    /** What a policy would pay once the gaps of the plan are closed and all other facts stay; null when that is unknown. */
    ifMet: (policy: CompiledPolicy, answers: Answers, plan: GapPlan, applyDate: string): Amount | null =>
      worthOf(
        policy,
        factsOf(
          closed(answers, plan, (key) => catalog.byKey.get(key)?.derived !== true),
          plan.metAt ?? plan.notBefore ?? applyDate,
        ),
      ),
    difference: (before: Run, after: Run): Difference => difference(catalog, before, after),

    /** The fields that the rule needs, for reading only a part of the facts; may contain some too many. */
    reads: (policy: PolicyRule): Set<string> => readsOf(catalog, policy, smallProfitRule),

    toSql: (node: Condition, ports: SqlPorts, day?: string): string => toSql(catalog, node, ports, day),
    factRow: (company: Company, applyDate: string): FactRow => factRow(catalog, factsOf(company, applyDate)),
    /** The names used in the sentences of rules. */
    words: catalog.words,
    ruleInWords: (node: Condition): string => ruleInWords(catalog, node),
    valueInWords: (key: string, value: unknown): string => valueInWords(catalog.byKey.get(key), value),
    defaultClosable: (node: Condition): string[] => defaultClosable(catalog, node),
  }
}

function refuse(issues: readonly Issue[]): void {
  if (issues.length) throw new EngineRefusal(issues)
}
