import { implement } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { market } from '../../contract/policy.ts'
import { countPolicyView, departmentOptions, expressList, hotPolicies, listPolicies, policyDetail, policyEnums, policyFacets, relatedPolicies } from './market.ts'
import { addPolicySearch, globalSearch } from './global-search.ts'

export { ruleOf, type RuleFacts } from './rule.ts'
export { savePolicyRow } from './store.ts'

export function joinPolicy(k: Kernel): void {
  addPolicySearch(k)
  implement(k, 'policy', market, {
    list: ({ query }) => listPolicies(k, query),
    facets: ({ query }) => policyFacets(k, query),
    departments: () => departmentOptions(k),
    detail: ({ query }) => policyDetail(k, query),
    related: ({ query }) => relatedPolicies(k, query),
    express: ({ query }) => expressList(k, query),
    hot: ({ query }) => hotPolicies(k, query),
    view: ({ body, call }) => countPolicyView(k, call, body),
    enums: () => policyEnums(),
    search: ({ query }) => globalSearch(k, query),
  })
}
