import type { Kernel } from '../kernel.ts'

export interface Recurring {
  name: string
  /** what the job does, for operators */
  title: string
  cron: string
  run: () => Promise<void>
}

const ERROR_MAX = 300
/** Only operators may read the log; a screen shows the error without long numbers and quoted values (B-02). */
const withoutData = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .replace(/'[^']{0,200}'|"[^"]{0,200}"|\d{7,}/g, '***')
    .slice(0, ERROR_MAX)

/** Runs a recurring job and records when it began, when it ended, and how. A paused job is skipped unless somebody asked for the run. */
export async function recorded(k: Kernel, { name, run }: Recurring, asked: boolean): Promise<void> {
  const state = await k.db.selectFrom('job_run').select('paused').where('job', '=', name).executeTakeFirst()
  if (state?.paused && !asked) return
  await keep(k, name, { started_at: k.clock.now(), ended_at: null })
  try {
    await run()
    await keep(k, name, { ended_at: k.clock.now(), error: null, failed_at: null })
  } catch (error) {
    await keep(k, name, { ended_at: k.clock.now(), error: withoutData(error), failed_at: k.clock.now() })
    throw error
  }
}

interface Kept {
  started_at?: Date
  ended_at: Date | null
  error?: string | null
  failed_at?: Date | null
}

const keep = (k: Kernel, job: string, row: Kept) =>
  k.db
    .insertInto('job_run')
    .values({ job, ...row })
    .onConflict((c) => c.column('job').doUpdateSet(row))
    .execute()
