/** Calls that public pages make from the browser, without the schema library. contract/matching.ts uses the same addresses. */
import type { WireEndpoint } from '../wire.ts'

export const questionnaireWire = {
  method: 'GET',
  path: '/admin/policyCalculator/queryCommonQuestionnaire',
  as: 'json',
} as const satisfies WireEndpoint
export const calculateWire = { method: 'POST', path: '/corp/policyCalculator/calculate', as: 'json' } as const satisfies WireEndpoint
export const nextQuestionsWire = {
  method: 'POST',
  path: '/corp/policyCalculator/nextQuestions',
  as: 'json',
} as const satisfies WireEndpoint
export const saveCalculationWire = { method: 'POST', path: '/corp/policyCalculator/save', as: 'json' } as const satisfies WireEndpoint
export const matchSituationWire = { method: 'GET', path: '/policy/doc/matchSituation', as: 'json' } as const satisfies WireEndpoint
export const homeMyPolicyWire = { method: 'GET', path: '/corp/policyCalculator/homeMyPolicy', as: 'json' } as const satisfies WireEndpoint
