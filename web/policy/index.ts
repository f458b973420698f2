export { marked } from './marked.tsx'
export { rulePlace } from './rule-place.ts'
export { ceiling, day, money, windowOf } from './wording.ts'
