export { marked } from './market/marked.tsx'
export { WaysOn } from './market/ways-on.tsx'
export { rulePlace } from './rule/rule-place.ts'
export { money } from './rule/wording.ts'
