import { codes } from './codes.ts'

/** The result of a review on the wire: 1 passes, 2 refuses (spec §8; `examineState`, `reviewState`). */
export const passing = codes({
  pass: { code: 1, label: '通过', tone: 'done' },
  refuse: { code: 2, label: '不通过', tone: 'refused' },
})
/** States of an objection to a public list. */
export const objectionCodes = codes({
  open: { code: 0, label: '待答复', tone: 'waiting' },
  upheld: { code: 1, label: '成立', tone: 'done' },
  dismissed: { code: 2, label: '不成立', tone: 'off' },
})
export type ObjectionState = keyof typeof objectionCodes.labels
/** Label and tone of an objection from its code. */
export const objectionStatus = (state: number) => objectionCodes.statuses[state as ObjectionState]
