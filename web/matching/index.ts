export { ConditionTree } from './condition-tree.tsx'
export { amountText } from './judgement-card.tsx'
export { Verdict } from './verdict.tsx'
export { writeSheet } from './answers.ts'
