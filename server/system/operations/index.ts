import { operations } from '../../../contract/operations.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { listAlarms } from './alarms.ts'
import { listJobs, pauseJob, runJobNow } from './jobs.ts'
import { platformState, testAlarm } from './state.ts'
import { deliverAlarms } from './telling.ts'
import { watchPlatform } from './watch.ts'

/** Joins 运行监控: the state of the platform, its alarms and its recurring jobs. */
export function joinPlatformOperations(k: Kernel): void {
  deliverAlarms(k)
  watchPlatform(k)
  implement(k, 'system', operations, {
    state: () => platformState(k),
    alarms: ({ query }) => listAlarms(k, query),
    testAlarm: ({ call }) => testAlarm(k, call),
    jobs: () => listJobs(k),
    runJob: ({ body, call }) => runJobNow(k, call, body.name),
    pauseJob: ({ body, call }) => pauseJob(k, call, body.name, true),
    resumeJob: ({ body, call }) => pauseJob(k, call, body.name, false),
  })
}
