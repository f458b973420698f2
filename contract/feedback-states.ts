import { codes } from './codes.ts'

export const feedbackStateCodes = codes({
  waiting: { code: 0, label: '待处理', tone: 'waiting' },
  answered: { code: 1, label: '已处理', tone: 'done' },
})
export const FEEDBACK_STATE = feedbackStateCodes.code
export const feedbackStateLabels: Readonly<Record<number, string>> = feedbackStateCodes.labels
