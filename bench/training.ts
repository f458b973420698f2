import pg from 'pg'
import { spellings } from './calls.ts'
import { measure } from './load.ts'
import { beside, oneByOne, repeated } from './over-http.ts'
import type { Row } from './report.ts'
import { signedIn, type Served } from './served.ts'

const LIST_MS = 30
const MINE_MS = 10
const MANY = 20_000

const month = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7)
const asked = {
  all: '/train/activity/list?page=1&pageSize=10',
  open: '/train/activity/list?page=1&pageSize=10&open=1',
  over: '/train/activity/list?page=1&pageSize=10&status=4',
  month: `/train/activity/list?page=1&pageSize=10&startTime=${month}-01&endTime=${month}-28`,
} as const

/** Lists by state and month, details, and the user's own activities, beside hand-written statements (domains/training.md F). */
export async function training({ app, floor, url }: { app: Served; floor: string; url: string }): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, path] of Object.entries(asked)) {
    const computed = spellings(path, MANY)
    rows.push({
      name: `activities, ${name}, computed, p95`,
      figure: await oneByOne(computed.map((one) => app.base + one)),
      unit: 'ms',
      atMost: LIST_MS,
      note: `floor ${(await oneByOne(repeated(`${floor}/${name}`))).toFixed(1)} ms`,
    })
    rows.push(
      beside(
        `activities, ${name}, kept`,
        await measure([
          { base: app.base, paths: [path] },
          { base: floor, paths: [`/${name}`] },
        ]),
        0.6,
      ),
    )
  }
  const db = new pg.Client(url)
  await db.connect()
  const { rows: found } = await db.query<{ id: string }>(
    'select id from train_activity where state = 2 and published_at is not null and not deleted order by md5(id::text) limit 2000',
  )
  await db.end()
  const details = found.map(({ id }) => `/train/activity/findById?id=${id}`)
  rows.push(
    beside(
      'activity, detail',
      await measure([
        { base: app.base, paths: details },
        { base: floor, paths: found.map(({ id }) => `/detail?id=${id}`) },
      ]),
      0.7,
    ),
    beside(
      '… each computed, none kept',
      await measure([
        { base: app.base, paths: details.flatMap((path) => spellings(path, MANY / details.length)) },
        { base: floor, paths: found.map(({ id }) => `/detail?id=${id}`) },
      ]),
    ),
    {
      name: 'activity, detail, one at a time, p95',
      figure: await oneByOne(details.map((path) => app.base + path)),
      unit: 'ms',
      atMost: LIST_MS,
    },
  )
  const { authorization } = await signedIn(app, 'qy1')
  rows.push({
    name: 'activities, my own, p95',
    figure: await oneByOne(repeated(`${app.base}/train/activity/listMy?pageSize=10`), authorization),
    unit: 'ms',
    atMost: MINE_MS,
  })
  return rows
}
