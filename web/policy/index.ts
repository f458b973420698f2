export { marked } from './marked.tsx'
export { WaysOn } from './ways-on.tsx'
export { rulePlace } from './rule-place.ts'
export { money } from './wording.ts'
