/** 运行监控: state of the platform, its alarms and its recurring jobs. Ours; not in the specification. */
import { z } from 'zod'
import { can, get, post } from './endpoint.ts'
import { id, ok, page, paging, query, text } from './fields.ts'

/** Kinds of alarms with their labels. */
export const alarmKinds = {
  errors: '请求出错增多',
  overload: '访问过多',
  smoke: '自检不通过',
  silence: '进程失去消息',
  job: '定时任务失败',
  disk: '磁盘空间不足',
  backup: '没有按时备份',
  test: '试发',
} as const
export type AlarmKind = keyof typeof alarmKinds

const alarmRow = z.object({
  id,
  kind: z.string(),
  kindName: z.string(),
  title: z.string(),
  openedAt: z.string(),
  /** null: not over */
  closedAt: z.string().nullable(),
})
export type AlarmRow = z.output<typeof alarmRow>

const jobRow = z.object({
  name: z.string(),
  title: z.string(),
  /** 每天 03:11 */
  plan: z.string(),
  /** null: paused */
  next: z.string().nullable(),
  startedAt: z.string().nullable(),
  /** null while it runs */
  endedAt: z.string().nullable(),
  /** the error of the last run */
  error: z.string().nullable(),
  paused: z.boolean(),
  pausedBy: z.string().nullable(),
})
export type JobRow = z.output<typeof jobRow>

const processRow = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.number(),
  version: z.string(),
  startedAt: z.string(),
  at: z.string(),
  /** heard from within the last 45 seconds */
  alive: z.boolean(),
  /** in its last minute */
  answers: z.number(),
  failures: z.number(),
  /** refused on purpose under load, not among the failures */
  shed: z.number(),
  /** bytes */
  memory: z.number(),
})
export type ProcessRow = z.output<typeof processRow>

const queueRow = z.object({
  name: z.string(),
  waiting: z.number(),
  running: z.number(),
  failed: z.number(),
  /** since when the longest waits that is due; null: none is due */
  oldest: z.string().nullable(),
  /** when the first that waits for its time is due, such as a text at eight in the morning; null: none */
  next: z.string().nullable(),
})
export type QueueRow = z.output<typeof queueRow>

const state = z.object({
  at: z.string(),
  open: z.array(alarmRow),
  processes: z.array(processRow),
  queues: z.array(queueRow),
  /** bytes; null: unknown */
  disk: z.object({ free: z.number(), total: z.number() }).nullable(),
  database: z.object({ engine: z.string(), bytes: z.number().nullable(), connections: z.number(), waiting: z.number() }),
  /** recurring jobs that somebody has paused */
  pausedJobs: z.number(),
  backup: z.object({ at: z.string(), detail: z.string() }).nullable(),
  /** recipients of alarms, and the ways by which they are sent */
  told: z.object({ people: z.number(), phones: z.number(), webhook: z.boolean(), heartbeat: z.boolean() }),
  providers: z.array(z.object({ name: z.string(), state: z.string() })),
})
export type PlatformState = z.output<typeof state>

const who = can('operation:manage')
const one = z.strictObject({ name: text(60) })
export const operations = {
  state: get('/sys/operations/state', { access: who, query: query({}), returns: state, summary: '运行情况：进程、队列、磁盘、备份与告警' }),
  alarms: get('/sys/operations/alarms', { access: who, query: query(paging()), returns: page(alarmRow), summary: '告警记录' }),
  testAlarm: post('/sys/operations/testAlarm', { access: who, as: 'form', body: z.strictObject({}), returns: ok, summary: '试发一次告警' }),
  jobs: get('/sys/operations/jobs', { access: who, query: query({}), returns: z.array(jobRow), summary: '定时任务：计划、上次与下次' }),
  runJob: post('/sys/operations/runJob', { access: who, as: 'form', body: one, returns: ok, summary: '立即执行一次定时任务' }),
  pauseJob: post('/sys/operations/pauseJob', { access: who, as: 'form', body: one, returns: ok, summary: '暂停定时任务' }),
  resumeJob: post('/sys/operations/resumeJob', { access: who, as: 'form', body: one, returns: ok, summary: '恢复定时任务' }),
}
