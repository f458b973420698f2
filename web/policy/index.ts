export { marked } from './marked.tsx'
export { ceiling, day, money, windowOf } from './wording.ts'
