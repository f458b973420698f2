import type { JobRow } from '../../../contract/operations.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { notFound, refused } from '../../kernel/errors.ts'
import { askForRun, recurringJobs } from '../../kernel/jobs/jobs.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { nextRun, planWords } from './plan-words.ts'

export async function listJobs(k: Kernel): Promise<JobRow[]> {
  const rows = await k.db
    .selectFrom('job_run as j')
    .leftJoin('sys_user as u', 'u.id', 'j.paused_by')
    .selectAll('j')
    .select('u.name')
    .execute()
  const known = new Map(rows.map((row) => [row.job, row]))
  return recurringJobs(k).map(({ name, title, cron }) => {
    const row = known.get(name)
    const paused = row?.paused ?? false
    return {
      name,
      title,
      plan: planWords(cron),
      next: paused ? null : (nextRun(cron, k.clock.now())?.toISOString() ?? null),
      startedAt: row?.started_at ?? null,
      endedAt: row?.ended_at ?? null,
      error: row?.failed_at ? row.error : null,
      paused,
      pausedBy: paused ? (row?.name ?? null) : null,
    }
  })
}

/** Asks for a run of the job in one process soon, even while the job is paused. */
export async function runJobNow(k: Kernel, call: Call, name: string): Promise<true> {
  const title = titleOf(k, name)
  await k.db.transaction().execute((db) => note(db, call, 'job.runNow', name, { title }))
  await askForRun(k, name)
  return true
}

export async function pauseJob(k: Kernel, call: Call, name: string, paused: boolean): Promise<true> {
  const title = titleOf(k, name)
  return k.db.transaction().execute(async (db): Promise<true> => {
    const row = { paused, paused_by: paused ? (call.actor?.userId ?? null) : null, paused_at: paused ? k.clock.now() : null }
    await db
      .insertInto('job_run')
      .values({ job: name })
      .onConflict((c) => c.doNothing())
      .execute()
    const changed = await db
      .updateTable('job_run')
      .set(row)
      .where('job', '=', name)
      .where('paused', '!=', paused)
      .returning('job')
      .executeTakeFirst()
    if (!changed) throw refused(paused ? '该任务已经暂停' : '该任务没有暂停', 'STATE')
    const words = (stopped: boolean) => ({ state: stopped ? '暂停' : '运行' })
    await note(db, call, paused ? 'job.pause' : 'job.resume', name, { title, before: words(!paused), after: words(paused) })
    return true
  })
}

function titleOf(k: Kernel, name: string): string {
  const job = recurringJobs(k).find((one) => one.name === name)
  if (!job) throw notFound('没有这个定时任务')
  return job.title
}

const note = (db: Db, call: Call, action: string, name: string, detail: { title: string; [part: string]: unknown }) =>
  audit(db, call, { action, objectType: 'job', objectId: name, detail })
