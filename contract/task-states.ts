import { codes } from './codes.ts'
import { EXPORT_STATUS_IN_PROGRESS, EXPORT_STATUS_SUCCESS } from './constants.ts'

/**
 * States of a long task, an export or an import; 1 and 2 are those of spec §4, all others are failures for callers that ask for progress.
 */
export const taskStates = codes({
  running: { code: EXPORT_STATUS_IN_PROGRESS, label: '进行中', tone: 'running' },
  done: { code: EXPORT_STATUS_SUCCESS, label: '已完成', tone: 'done' },
  failed: { code: 3, label: '未成功', tone: 'refused' },
  stopped: { code: 4, label: '已中止', tone: 'off' },
})
export type TaskStateCode = keyof typeof taskStates.labels
