import { sql } from 'kysely'
import { today } from '../../kernel/clock.ts'
import { siteArea } from '../../kernel/config.ts'
import { recurring } from '../../kernel/jobs/jobs.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { stampedRules } from '../rule-book.ts'
import type { Job } from './protocol.ts'
import { runJob } from './run.ts'
import { perKernel } from '../../kernel/per-kernel.ts'

/** Up to about this many changed rules, one pass per rule is cheaper than judging by all rules. */
const ONE_BY_ONE = 8

class Refresher {
  readonly #k: Kernel
  readonly #stop = new AbortController()
  #running: Promise<number> | null = null

  constructor(k: Kernel) {
    this.#k = k
    k.onClose(async () => {
      this.#stop.abort(new Error('the application closes'))
      await this.#running?.catch(() => {})
    })
  }

  /** A call during a run waits for that run; changes during it are picked up a minute later. */
  now(): Promise<number> {
    return (this.#running ??= this.#refresh().finally(() => {
      this.#running = null
    }))
  }

  async #refresh(): Promise<number> {
    const k = this.#k
    const { signal } = this.#stop
    const day = today(k.clock)
    const stamped = await stampedRules(k)
    const rules = stamped.map(({ rule }) => ({ id: rule.id, rule: rule.compiled.rule, place: rule.place }))
    const here = siteArea(k.config)
    const known = new Map(
      (await k.db.selectFrom('match_rule_state').select(['policy_id', 'stamp']).execute()).map((r) => [r.policy_id, r.stamp]),
    )
    const changed = stamped.filter(({ rule, stamp }) => known.get(rule.id) !== stamp)
    const settle = (done: typeof stamped) => this.#settle(done.map(({ rule, stamp }) => ({ policy_id: rule.id, stamp })))
    let changes = 0
    /** False: another process is doing the work, so it must not be reported as done. */
    const run = async (job: Job): Promise<boolean> => {
      const { changed, busy } = await runJob(k, job, { signal })
      changes += changed
      return busy !== true
    }
    if (changed.length > ONE_BY_ONE) {
      if (!(await run({ kind: 'companies', day, here, rules, all: true }))) return changes
      await settle(changed)
    } else
      for (const one of changed) {
        const rule = { id: one.rule.id, rule: one.rule.compiled.rule, place: one.rule.place }
        if (!(await run({ kind: 'rule', day, here, rule }))) return changes
        await settle([one])
      }
    if ((await isStale(k, 'company_match_result', day)) && !(await run({ kind: 'companies', day, here, rules, all: false }))) return changes
    const gone = [...known.keys()].filter((id) => !stamped.some(({ rule }) => rule.id === id))
    if (gone.length) await k.db.deleteFrom('match_rule_state').where('policy_id', 'in', gone).execute()
    if (await isStale(k, 'company_match_row', day)) await run({ kind: 'rows', day })
    return changes
  }

  async #settle(rows: { policy_id: number; stamp: string }[]): Promise<void> {
    if (rows.length === 0) return
    await this.#k.db
      .insertInto('match_rule_state')
      .values(rows)
      .onConflict((c) => c.column('policy_id').doUpdateSet((e) => ({ stamp: e.ref('excluded.stamp'), matched_at: sql<string>`now()` })))
      .execute()
  }
}

/** Whether a consenting company has a missing row, one from another day, or one older than its facts. */
export async function isStale(k: Kernel, table: 'company_match_result' | 'company_match_row', day: string): Promise<boolean> {
  const { rows } = await sql<{ stale: boolean }>`select exists (
    select 1 from company_facts f left join ${sql.table(table)} r on r.company_id = f.company_id
    where f.authorized and (r.company_id is null or r.as_of <> ${day}::date or r.facts_at <> f.updated_at)) as stale`.execute(k.db)
  return rows[0]!.stale
}

const refresherOf = perKernel((k) => new Refresher(k))

/**
 * Updates the stored results of all consenting companies, and the rows of the reverse question, to the current rules, facts and day, in a
 * separate thread. Returns the number of written rows; 0 when nothing had changed.
 */
export const rematch = (k: Kernel): Promise<number> => refresherOf(k).now()

/** The same without waiting, for a request that found outdated results. */
export function rematchSoon(k: Kernel): void {
  rematch(k).catch((error: unknown) => k.log.warn({ err: error }, 'matching in the background: will be tried again'))
}

export const MATCHING_JOB = 'matching.refresh'

export function joinRefresh(k: Kernel): void {
  refresherOf(k)
  recurring(k, { name: MATCHING_JOB, title: '重新匹配企业与政策', cron: '* * * * *' }, async () => {
    await rematch(k)
  })
}
