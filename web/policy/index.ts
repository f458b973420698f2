export { ConsultButton } from './consult-button.tsx'
export { marked, PolicyItem } from './policy-item.tsx'
export { ceiling, day, money, windowOf } from './wording.ts'
