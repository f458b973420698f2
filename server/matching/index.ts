import { matching as endpoints } from '../../contract/matching.ts'
import { stackLimits } from '../../contract/matching/limits.ts'
import { implement } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { listFields, rawFields } from './catalogue.ts'
import { editorFields, tryRule } from './editor.ts'
import { calculate, calculateFurther } from './calculate.ts'
import { homePolicies, matchSituation, openForMe, relatedPolicies } from './my-policies.ts'
import { nextQuestions, questionnaire } from './questionnaire.ts'
import { matchedCompanies } from './reverse.ts'
import { verdictOfConsult } from './of-consult.ts'
import { offerDictionaryUses } from './dictionary-uses.ts'
import { joinOwnFields } from './own-fields/index.ts'
import { joinForms } from './forms/index.ts'
import { joinResults } from './results/index.ts'
import { deleteCalculation, findCalculation, listCalculations, saveCalculation } from './saved-calculations.ts'
import { score } from './score.ts'
import { joinScoring } from './scoring/index.ts'
import { joinWhitelist } from './whitelist/index.ts'
import { consultVerdict } from '../../contract/matching/consult-verdict.ts'
import { joinReport } from './report/index.ts'
import { joinSaidFacts } from './said-facts/index.ts'
import { joinSimulation } from './simulation/index.ts'
import { deleteLimit, listLimits, saveLimit } from './stack-limits.ts'
import { offerMatchingPersonalData } from './personal.ts'

export { conditionCounts, conditionFaults, conditionInWords, conditionSql, explainCondition, metConditions } from './audience.ts'
export {
  companiesMeeting,
  companiesStanding,
  countStanding,
  rematch,
  standingOfCompanies,
  type KeptVerdict,
  resultsOf,
  type KeptResult,
  type KeptResults,
} from './results/index.ts'
export { rankingOf } from './of-company.ts'
export { settleMatchRows } from './reverse.ts'
export { archiveFor, archiveReads, candidatesOf, factInWords, judgeOf } from './for-list.ts'
export { ruleLines } from './rule-lines.ts'
export { judgePolicies, judgeVersions } from './for-company.ts'
export { inShort } from './of-consult.ts'
export { calculate } from './calculate.ts'
export { calculateReading } from './policies-reading.ts'
export { allocationInWords, figuresOf, unitOfRanking } from './ranking-figure.ts'
export { scoreTables } from './catalogue.ts'
export { bestFirst } from './judge-company.ts'
export { bestTotal } from './best-set.ts'
/** The engine with another catalogue: the market compares supplies with demands. */
export {
  cheaper,
  createEngine,
  MET,
  NEAR,
  OPEN,
  type Answers,
  type Columns,
  type CompiledPolicy,
  type Condition,
  type Engine,
  type EngineData,
  type Explanation,
  type Facts,
  type Field,
  type Judgement,
  type Leaf,
  type Operator,
  type PlainJudgement,
  type PolicyRule,
} from './engine/index.ts'
export { TRUE } from './engine/truth.ts'
export { inSlices } from './in-stretches.ts'

export async function joinMatching(k: Kernel): Promise<void> {
  await joinOwnFields(k)
  offerMatchingPersonalData(k)
  offerDictionaryUses(k)
  joinScoring(k)
  joinForms(k)
  joinWhitelist(k)
  joinReport(k)
  joinSimulation(k)
  joinSaidFacts(k)
  joinResults(k)
  implement(k, 'matching', stackLimits, {
    list: ({ query }) => listLimits(k, query),
    save: ({ body, call }) => saveLimit(k, call, body),
    remove: ({ body, call }) => deleteLimit(k, call, body.id),
  })
  implement(k, 'matching', consultVerdict, { verdict: ({ query, call, actor }) => verdictOfConsult(k, call, actor, query.id) })
  implement(k, 'matching', endpoints, {
    questionnaire: ({ query, call }) => questionnaire(k, call.actor, query.useArchive === '1'),
    labels: () => ({ labels: Object.fromEntries([...rawFields, ...listFields].map((f) => [f.key, f.label])) }),
    calculate: ({ body, call }) => calculate(k, call.actor, body),
    calculateFurther: ({ body, call }) => calculateFurther(k, call.actor, body),
    score: ({ body }) => score(k, body),
    nextQuestions: ({ body, call }) => nextQuestions(k, call.actor, body),
    saveCalculation: ({ body, actor }) => saveCalculation(k, actor, body),
    calculations: ({ query, actor }) => listCalculations(k, actor, query),
    calculation: ({ query, actor }) => findCalculation(k, actor, query.id),
    deleteCalculation: ({ body, actor }) => deleteCalculation(k, actor, body.id),
    relatedPolicy: ({ query }) => relatedPolicies(k, query),
    homeMyPolicy: ({ query, actor }) => homePolicies(k, actor, query),
    matchSituation: ({ query, actor }) => matchSituation(k, actor, query.policyId),
    applyProjectMatchList: async ({ query, actor }) => ({ commonPage: await openForMe(k, actor, query) }),
    fields: () => editorFields(k),
    tryRule: ({ call, actor, body }) => tryRule(k, call, actor, body),
    reverse: ({ query, actor }) => matchedCompanies(k, actor, query),
  })
}
