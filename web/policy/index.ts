export { marked } from './market/marked.tsx'
/** How a question was interpreted; rarely needed. */
export const loadReadAs = () => import('./market/read-as.tsx')
export { saidIn } from './market/said-words.ts'
/** The facts read from a question and their meaning for a policy; only needed when a question states facts. */
export const loadSaidFacts = () => import('./market/said-facts.tsx')
export { SaidPlace } from './market/said-place.tsx'
export { WaysOn } from './market/ways-on.tsx'
export { rulePlace } from './rule/rule-place.ts'
/** Conditions and amounts of a rule; loaded with the part that shows them. */
export const loadRuleWords = () => import('./rule/rule-words.tsx')
