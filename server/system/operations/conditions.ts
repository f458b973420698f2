import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { shanghaiTime } from '../../../contract/shanghai.ts'
import { recurringJobs } from '../../kernel/jobs/jobs.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Condition } from './alarms.ts'

/** A process without a sign of life for this long counts as dead; it gives one every ten seconds. */
export const SILENT_MS = 45_000
/** A dead process is forgotten after this time. */
const FORGOTTEN_MS = 600_000
const SHARE = 0.01
/** A single failure among few requests would exceed the share. */
const FEWEST_FAILURES = 2
/** Refusing a few keeps the others in time; more than these in a minute is more than the platform can carry. */
const SHED_SHARE = 0.05
const FEWEST_SHED = 50
const LEAST_FREE = 1 << 30
const BACKUP_MS = 26 * 3_600_000

/** Finds the faults that database and disk show: failed requests, dead processes, failed jobs, a full disk and an old backup (B-02). */
export async function conditionsOf(k: Kernel): Promise<Condition[]> {
  const now = k.clock.now().getTime()
  await k.db
    .deleteFrom('process_pulse')
    .where('at', '<', new Date(now - FORGOTTEN_MS).toISOString())
    .execute()
  const pulses = await k.db.selectFrom('process_pulse').selectAll().execute()
  const alive = pulses.filter(({ at }) => Date.parse(at) >= now - SILENT_MS)
  const found: Condition[] = []

  const answers = alive.reduce((sum, one) => sum + one.answers, 0)
  const failures = alive.reduce((sum, one) => sum + one.failures, 0)
  if (failures >= FEWEST_FAILURES && failures > answers * SHARE)
    found.push({
      kind: 'errors',
      subject: '',
      title: `近一分钟 ${answers} 次请求中 ${failures} 次出错（${((failures / answers) * 100).toFixed(1)}%）`,
    })
  const shed = alive.reduce((sum, one) => sum + one.shed, 0)
  if (shed >= FEWEST_SHED && shed > answers * SHED_SHARE)
    found.push({
      kind: 'overload',
      subject: '',
      title: `近一分钟 ${answers} 次请求中 ${shed} 次因访问过多被拒（${((shed / answers) * 100).toFixed(1)}%）`,
    })
  for (const { id, host, pid, at } of pulses)
    if (Date.parse(at) < now - SILENT_MS)
      found.push({ kind: 'silence', subject: id, title: `${host} 上的进程 ${pid} 自 ${timeOf(at)} 起没有消息` })

  const failed = await k.db.selectFrom('job_run').select('job').where('failed_at', 'is not', null).where('paused', '=', false).execute()
  const titles = new Map(recurringJobs(k).map(({ name, title }) => [name, title]))
  for (const { job } of failed)
    if (titles.has(job)) found.push({ kind: 'job', subject: job, title: `定时任务“${titles.get(job)}”上次没有完成` })

  const disk = await diskOf(k)
  if (disk && disk.free < LEAST_FREE)
    found.push({ kind: 'disk', subject: '', title: `数据目录所在的磁盘只剩 ${Math.floor(disk.free / (1 << 20))} MB` })

  if (!k.config.DEMO) {
    const backup = await lastBackup(k)
    // A platform that never made a backup has the same time for its first one, from its installation on.
    const from = backup?.at ?? (await installedAt(k))
    if (from !== null && Date.parse(from) < now - BACKUP_MS)
      found.push({
        kind: 'backup',
        subject: '',
        title: backup ? `上次备份在 ${timeOf(from)}，已超过一天` : `平台 ${timeOf(from)} 装好，至今没有做过备份`,
      })
  }
  return found
}

/** When the first migration made this database. */
async function installedAt(k: Kernel): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`select min(timestamp) as at from kysely_migration`.execute(k.db)
  return rows[0]?.at ?? null
}

const timeOf = (at: string) => shanghaiTime(Date.parse(at)).slice(5, 16).replace('T', ' ')

/** Bytes of the disk that holds DATA_DIR; null when the system does not report them. */
export async function diskOf(k: Kernel): Promise<{ free: number; total: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(k.config.DATA_DIR)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    return null
  }
}

/** When `npm run backup` last succeeded; null if never. */
export const lastBackup = async (k: Kernel): Promise<{ at: string; detail: string } | null> =>
  (await k.db.selectFrom('platform_mark').select(['at', 'detail']).where('name', '=', 'backup').executeTakeFirst()) ?? null
