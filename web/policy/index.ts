export { marked } from './market/marked.tsx'
/** How a question was read; seldom there is something to say. */
export const loadReadAs = () => import('./market/read-as.tsx')
export { saidIn } from './market/said-words.ts'
/** What was read out of a question, and what it means for one policy; only a question that says facts needs it. */
export const loadSaidFacts = () => import('./market/said-facts.tsx')
export { SaidPlace } from './market/said-place.tsx'
export { WaysOn } from './market/ways-on.tsx'
export { rulePlace } from './rule/rule-place.ts'
/** Conditions and amounts of a rule; they arrive with the part that shows them. */
export const loadRuleWords = () => import('./rule/rule-words.tsx')
