import { sql } from 'kysely'
import type { PlatformState, QueueRow } from '../../../contract/operations.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { holdersOf } from '../notice-queries.ts'
import { smsAvailable } from '../sms.ts'
import { openAlarms } from './alarms.ts'
import { diskOf, lastBackup, SILENT_MS } from './conditions.ts'
import { tellAlarm } from './telling.ts'

/** GET /sys/operations/state. */
export async function platformState(k: Kernel): Promise<PlatformState> {
  const now = k.clock.now()
  const pulses = await k.db.selectFrom('process_pulse').selectAll().orderBy('started_at').execute()
  const holders = await holdersOf(k.db, 'operation:manage')
  const { ALARM_WEBHOOK, ALARM_HEARTBEAT, SMS_GATEWAY, SCANNER, S3_ENDPOINT } = k.config
  return {
    at: now.toISOString(),
    open: await openAlarms(k),
    processes: pulses.map(({ id, host, pid, version, started_at, at, answers, failures, shed, memory }) => ({
      id,
      host,
      pid,
      version,
      startedAt: started_at,
      at,
      alive: Date.parse(at) >= now.getTime() - SILENT_MS,
      answers,
      failures,
      shed,
      memory,
    })),
    queues: await queues(k),
    disk: await diskOf(k),
    database: {
      engine: k.engine === 'pglite' ? '内嵌数据库' : 'PostgreSQL',
      bytes: await databaseBytes(k),
      connections: k.pool.totalCount,
      waiting: k.pool.waitingCount,
    },
    pausedJobs: (
      await k.db
        .selectFrom('job_run')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('paused', '=', true)
        .executeTakeFirstOrThrow()
    ).count,
    backup: await lastBackup(k),
    told: {
      people: holders.length,
      phones: smsAvailable(k) ? holders.filter(({ mobile }) => mobile !== null).length : 0,
      webhook: ALARM_WEBHOOK !== undefined,
      heartbeat: ALARM_HEARTBEAT !== undefined,
    },
    providers: [
      { name: '短信网关', state: SMS_GATEWAY ? '已配置' : smsAvailable(k) ? '演示：写入文件' : '未配置，不发短信' },
      { name: '文件存储', state: S3_ENDPOINT ? '对象存储' : '本机目录' },
      { name: '病毒扫描', state: SCANNER ? '已配置' : '未配置，文件标为未扫描' },
    ],
  }
}

async function queues(k: Kernel): Promise<QueueRow[]> {
  // What is planned for later, such as a text at eight in the morning, has not begun to wait.
  const now = k.clock.now().toISOString()
  const outbox = await k.db
    .selectFrom('outbox')
    .select((e) => [
      'state',
      e.fn.countAll<number>().as('n'),
      e.fn.min('run_after').filterWhere('run_after', '<=', now).as('oldest'),
      e.fn.min('run_after').filterWhere('run_after', '>', now).as('next'),
    ])
    .where('state', '<>', 'done')
    .groupBy('state')
    .execute()
  const tasks = await k.db
    .selectFrom('task')
    .select((e) => ['state', e.fn.countAll<number>().as('n'), e.fn.min('created_at').as('oldest')])
    .where('state', 'in', ['queued', 'running', 'failed'])
    .where((e) => e.or([e('state', '<>', 'failed'), e('created_at', '>', new Date(k.clock.now().getTime() - 86_400_000).toISOString())]))
    .groupBy('state')
    .execute()
  const of = <Row extends { state: string }>(rows: readonly Row[], state: string) => rows.find((row) => row.state === state)
  return [
    {
      name: '消息与外发',
      waiting: of(outbox, 'pending')?.n ?? 0,
      running: of(outbox, 'sent')?.n ?? 0,
      failed: of(outbox, 'dead')?.n ?? 0,
      oldest: of(outbox, 'pending')?.oldest ?? null,
      next: of(outbox, 'pending')?.next ?? null,
    },
    {
      name: '导入导出等任务',
      waiting: of(tasks, 'queued')?.n ?? 0,
      running: of(tasks, 'running')?.n ?? 0,
      failed: of(tasks, 'failed')?.n ?? 0,
      oldest: of(tasks, 'queued')?.oldest ?? null,
      next: null,
    },
  ]
}

const databaseBytes = async (k: Kernel): Promise<number | null> =>
  (await sql<{ n: number }>`select pg_database_size(current_database())::float8 as n`.execute(k.db)).rows[0]?.n ?? null

/** An alarm may call people at night, so the platform sends a test at most once in this time, whoever asks. */
const TEST_EVERY_MS = 60_000

/** Sends a test alarm, which is closed at once, so that staff see by which ways an alarm arrives. */
export const testAlarm = (k: Kernel, call: Call) =>
  k.db.transaction().execute(async (db): Promise<true> => {
    const now = k.clock.now()
    await sql`select pg_advisory_xact_lock(hashtextextended('alarm.test', 0))`.execute(db)
    const last = await db
      .selectFrom('alarm')
      .where('kind', '=', 'test')
      .select((e) => e.fn.max('opened_at').as('at'))
      .executeTakeFirst()
    const wait = last?.at ? Math.ceil((Date.parse(last.at) + TEST_EVERY_MS - now.getTime()) / 1000) : 0
    if (wait > 0) throw refused(`一分钟内只能试发一次，请 ${wait} 秒后再试`, 'TOO_OFTEN')
    const title = `试发：${call.actor?.name ?? ''}核对告警的去向`
    const { id } = await db
      .insertInto('alarm')
      .values({ kind: 'test', subject: call.requestId, title, opened_at: now, seen_at: now, closed_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tellAlarm(db, k, { id, kind: 'test', title, over: false })
    await audit(db, call, { action: 'alarm.test', objectType: 'alarm', objectId: String(id), detail: {} })
    return true
  })
