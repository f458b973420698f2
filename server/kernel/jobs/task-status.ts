import { taskStates, type TaskStateCode } from '../../../contract/task-states.ts'
import type { TaskState } from './task.ts'

const { running, done, failed, stopped } = taskStates.code
/** The state of a task on the wire, by its state in the database; a queued task counts as in progress. */
export const statusOf: Readonly<Record<TaskState, TaskStateCode>> = { queued: running, running, done, failed, cancelled: stopped }
