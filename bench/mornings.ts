import pg from 'pg'
import type { App } from '../server/app.ts'
import { movableClock, type Clock } from '../server/kernel/clock.ts'
import { runRecurring } from '../server/kernel/jobs/jobs.ts'
import { addWorkdays } from '../server/kernel/offers/workdays.ts'
import type { Row } from './report.ts'

const OPEN = 20_000
const FIRST = '2026-03-02'
/** The promised days of the open appeals are spread evenly over so many working days. */
const DAYS = 42
/** The job runs on so many mornings, on which appeals come near, are due, late, and late again; the last ones are measured. */
const LIVED = 12
const MEASURED = 4
const at = (day: string) => new Date(`${day}T00:40:00Z`)

/** Prepares twenty thousand open appeals with offices, a tenth of them not accepted yet; all others are closed. */
async function promised(url: string, days: readonly string[]): Promise<void> {
  const db = new pg.Client(url)
  await db.connect()
  await db.query(`update appeal set state = 6, merged_into = null, paused_at = null where state in (1, 2, 3)`)
  await db.query(
    `with chosen as (select a.id, row_number() over (order by a.id desc) as n from appeal a where not a.deleted and a.state = 6 and a.office_id is not null limit $2),
      due as (select id, n, ($1::text[])[1 + n % cardinality($1::text[])] || 'T23:59:59+08:00' as at from chosen)
    update appeal a set state = case when d.n % 10 = 0 then 1 else 2 end, level = 1, ruling = false, extend_days = null, closed_at = null, score = null,
      deal_time = null, submitted_at = d.at::timestamptz - interval '21 days', warn_at = d.at::timestamptz - interval '4 days', deadline = d.at::timestamptz
    from due d where d.id = a.id`,
    [days, OPEN],
  )
  await db.query('vacuum (analyze) appeal')
  await db.end()
}

/** Runs the morning job for one working day after the other. */
export async function mornings(url: string, application: (url: string, clock: Clock) => Promise<App>): Promise<Row[]> {
  const clock = movableClock(at(FIRST))
  const { kernel } = await application(url, clock)
  const days: string[] = []
  for (let n = 1; n <= DAYS; n++) days.push(await addWorkdays(kernel.db, FIRST, n))
  await promised(url, days)
  const times: number[] = []
  const morning = async () => {
    const from = performance.now()
    await runRecurring(kernel, 'appeal.clock')
    return (performance.now() - from) / 1000
  }
  for (const day of days.slice(0, LIVED)) {
    clock.set(at(day))
    times.push(await morning())
  }
  const again = await morning()
  const measured = times.slice(-MEASURED)
  const told = await kernel.db
    .selectFrom('notice')
    .where('created_at', '>=', clock.now().toISOString())
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return [
    {
      name: `appeals, the clock of ${OPEN} open ones in the morning, slowest of ${MEASURED}`,
      figure: Math.max(...measured),
      unit: 's',
      atMost: 5,
      note: `${told.n} notices on the last; the same morning again ${again.toFixed(2)} s`,
    },
  ]
}
