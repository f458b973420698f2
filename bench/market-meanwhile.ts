import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import pg from 'pg'
import { OPEN_DEMANDS } from './fill-market.ts'
import { median, type Row } from './report.ts'

/** requests per second during the measurement: a busy hour, not the capacity of the server */
const RATE = 150
const SECONDS = 8
/** The job runs once a minute. */
const WAIT_MS = 90_000

/** The 97.5th percentile of list and detail at a steady rate, in ms; the load generator reports no 95th. */
async function p95(url: string, ids: readonly string[]): Promise<number> {
  let n = 0
  const result = await autocannon({
    url,
    connections: 16,
    duration: SECONDS,
    overallRate: RATE,
    setupClient: (client) =>
      client.setRequests(
        Array.from({ length: 200 }, () => {
          n++
          const path = n % 2 ? `/workshop/info/listReviewPassed?page=${1 + (n % 20)}` : `/workshop/info/findById?id=${ids[n % ids.length]}`
          return { method: 'GET' as const, path, headers: { 'x-forwarded-for': `10.8.${(n >> 8) & 255}.${n & 255}` } }
        }),
      ),
  })
  if (result.non2xx + result.errors > 0) throw new Error(`p95: ${result.non2xx + result.errors} answers were refused`)
  return result.latency.p97_5
}

/** Measures the public pages while the job matches all open demands with all supplies and notifies both sides. */
export async function marketMeanwhile(url: string, { base }: { base: string }): Promise<Row[]> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    const { rows } = await db.query<{ id: string }>(
      "select id from market_item where kind = 'workshopInfo' and state = 1 order by md5(id::text) limit 200",
    )
    const ids = rows.map(({ id }) => id)
    const waiting = async () =>
      Number(
        (await db.query("select count(*)::int as n from market_item where kind = 'workshopDemand' and state = 1 and matched_at is null"))
          .rows[0].n,
      )
    await p95(base, ids)
    const thrice = async () => median([await p95(base, ids), await p95(base, ids), await p95(base, ids)])
    const quiet = await thrice()
    await db.query("update market_item set matched_at = null where kind = 'workshopDemand' and state = 1")
    const from = performance.now()
    const all = await waiting()
    while ((await waiting()) === all) {
      if (performance.now() - from > WAIT_MS) throw new Error('the job did not begin')
      await sleep(200)
    }
    const busy = await thrice()
    const left = await waiting()
    return [
      {
        name: `… p95 of the site while ${OPEN_DEMANDS} demands are matched and told`,
        figure: busy,
        unit: 'ms',
        floor: Math.max(1, quiet),
        atMost: 2,
        note: `97.5 % at ${RATE} requests a second, medians of three windows; ${all - left} of ${all} matched meanwhile`,
        failed: left === 0,
      },
    ]
  } finally {
    await db.end()
  }
}
