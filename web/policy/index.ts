export { marked } from './policy-item.tsx'
export { ceiling, day, money, windowOf } from './wording.ts'
