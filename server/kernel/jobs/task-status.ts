import { taskStates, type TaskStateCode } from '../../../contract/task-states.ts'
import type { TaskState } from './task.ts'

const { running, done, failed, stopped } = taskStates.code
/** What the wire says of a task, by its state in the database; one that waits for its turn is in progress. */
export const statusOf: Readonly<Record<TaskState, TaskStateCode>> = { queued: running, running, done, failed, cancelled: stopped }
