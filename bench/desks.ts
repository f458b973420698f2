import pg from 'pg'
import { callImport } from './call-import.ts'
import { appealList, callList, type DeskList } from './desk-lists.ts'
import { p95Of } from './in-turn.ts'
import { measure, type Target } from './load.ts'
import type { Row } from './report.ts'
import { signedIn, type Served } from './served.ts'
import { watchedExport } from './sheets.ts'

const TIMES = 60
const PAGE_MS = 60
const MB = 1 << 20

const dayBefore = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
let visitor = 0
/** Milliseconds until the whole answer is read. */
async function timed(address: string, authorization?: string): Promise<number> {
  const headers = { 'x-forwarded-for': `10.8.${(visitor >> 8) & 255}.${visitor++ & 255}`, ...(authorization ? { authorization } : {}) }
  const from = performance.now()
  const answer = await fetch(address, { headers })
  const body = (await answer.json()) as { success: boolean; msg?: string }
  if (!body.success) throw new Error(`${address}: ${answer.status} ${body.msg}`)
  return performance.now() - from
}
const many = async (address: string, authorization?: string, times = TIMES): Promise<number[]> => {
  const found: number[] = []
  await timed(address, authorization)
  for (let n = 0; n < times; n++) found.push(await timed(address, authorization))
  return found
}

/** Each filter alone, one request at a time; then all of them in turn under load, beside the floor; then searches. */
async function lists(name: string, { app, floor, authorization }: Asks, list: DeskList): Promise<Row[]> {
  const rows: Row[] = []
  const own = (query: string) => `${list.path}?pageSize=10${query && `&${query}`}`
  // Every filter once, so that the first ones do not bear the start of the process.
  for (const asked of list.asked) await timed(app + own(asked.query), authorization)
  for (const [at, asked] of list.asked.entries()) {
    const [times, beside] = [await many(app + own(asked.query), authorization), await many(`${floor}/${name}?at=${at}`)]
    rows.push({
      name: `${name}, ${asked.name}, p95`,
      figure: p95Of(times),
      unit: 'ms',
      atMost: PAGE_MS,
      note: `floor ${p95Of(beside).toFixed(1)} ms`,
    })
  }
  const headers = { authorization }
  const product = (paths: string[]): Target => ({ base: app, paths, headers })
  const all = await measure(
    [product(list.asked.map(({ query }) => own(query))), { base: floor, paths: list.asked.map((_, at) => `/${name}?at=${at}`) }],
    5,
  )
  const words = await measure(
    [
      product(list.words.map((word) => own(`keyword=${encodeURIComponent(word)}`))),
      { base: floor, paths: list.words.map((_, at) => `/${name}/words?at=${at}`) },
    ],
    5,
  )
  const rate = (what: string, { rates: [figure, beside], refused, slow }: Awaited<ReturnType<typeof measure>>, atLeast: number): Row => ({
    name: `${name}, ${what}`,
    figure: figure!,
    unit: '/s',
    floor: beside!,
    atLeast,
    note: refused > 0 ? `${refused} answers were refused` : `97.5 %: ${slow} ms`,
    failed: refused > 0,
  })
  return [...rows, rate('all filters in turn', all, 0.5), rate('words', words, 0.7)]
}

/** Statistics requested for the first time, each for another twelve months, and the same again at once. */
async function figures(name: string, { app, authorization }: Asks, paths: readonly string[], coldMs: number): Promise<Row[]> {
  const [cold, kept]: number[][] = [[], []]
  let slowest = ['', 0] as [string, number]
  for (const [at, path] of paths.entries()) {
    for (let n = 0; n < 3; n++) {
      const address = `${app}${path}${path.includes('?') ? '&' : '?'}startTime=${dayBefore(360 + at * 3 + n)}`
      const first = await timed(address, authorization)
      if (first > slowest[1]) slowest = [path, first]
      cold!.push(first)
      for (let again = 0; again < 3; again++) kept!.push(await timed(address, authorization))
    }
  }
  return [
    { name: `${name}, figures of 12 months, cold, slowest`, figure: Math.max(...cold!), unit: 'ms', atMost: coldMs, note: slowest[0] },
    { name: `${name}, figures, kept, p95`, figure: p95Of(kept!), unit: 'ms', atMost: 10 },
  ]
}

type Asking = Awaited<ReturnType<typeof signedIn>>
interface Asks {
  app: string
  floor: string
  authorization: string
}
interface DeskServers {
  app: Served
  floor: string
  url: string
  dir: string
  fresh(): Promise<Served>
}

/** An export by a demo account, with its time and memory. */
export async function exported(server: Served, userName: string, bizType: string, filters: object = {}): Promise<Row[]> {
  const { done, seconds, growth } = await watchedExport(server, userName, bizType, filters)
  return [
    { name: `export of ${done} ${bizType}s`, figure: seconds, unit: 's', atMost: 30 },
    { name: `export of ${done} ${bizType}s, memory growth`, figure: growth / MB, unit: 'MB', atMost: 200 },
  ]
}

const groups = ['source', 'type', 'office', 'street', 'state']
export async function appeals({ app, floor, url, fresh }: DeskServers): Promise<Row[]> {
  const { authorization, call } = await signedIn(app, 'front1')
  const asks: Asks = { app: app.base, floor, authorization }
  const similar: number[] = []
  const sender = await signedIn(app, 'qy1')
  const ids = await idsOf(url)
  for (const words of [
    '厂区用电容量不够影响排产',
    '贷款贴息没有兑现',
    '招工困难希望参加招聘会',
    '道路破损影响货车进出',
    '补贴什么时候拨付到账',
  ])
    similar.push(...(await many(`${app.base}/appeal/info/similar?text=${encodeURIComponent(words)}`, sender.authorization, 8)))
  for (const id of ids.slice(0, 10)) similar.push(...(await many(`${app.base}/appeal/info/similar?id=${id}`, authorization, 8)))
  return [
    ...(await lists('appeals', asks, appealList)),
    { name: 'appeals, similar ones, p95', figure: p95Of(similar), unit: 'ms', atMost: 100 },
    ...(await figures(
      'appeals',
      asks,
      [
        '/appeal/info/statistics',
        ...groups.map((by) => `/appeal/statistics/statistics?by=${by}`),
        ...groups.map((by) => `/appeal/statisticsNew/statistics?by=${by}`),
        '/appeal/statistics/trend',
        '/appeal/statisticsNew/trend',
        '/appeal/statisticsNew/overview',
        '/appeal/dealDuration/statistics',
        '/appeal/statistics/overview',
      ],
      800,
    )),
    ...(await answeredTogether(call, await signedIn(app, 'appeal1'), ids)),
    ...(await exported(await fresh(), 'front1', 'appeal')),
  ]
}

const idsOf = async (url: string): Promise<number[]> => {
  const db = new pg.Client(url)
  await db.connect()
  const { rows } = await db.query<{ id: string }>(
    `select id from appeal where state = 1 and not ruling and not deleted order by id desc limit 201`,
  )
  await db.end()
  return rows.map(({ id }) => Number(id))
}

/** Measures one answer to two hundred merged appeals, and its review by another user, which notifies all senders. */
async function answeredTogether(call: Asking['call'], reviewer: Asking, ids: readonly number[]): Promise<Row[]> {
  const [leadId, ...others] = ids
  await call('/appeal/info/merge', { ids: others, leadId })
  const seconds = async (work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    return (performance.now() - from) / 1000
  }
  const answer = await seconds(() => call('/appeal/info/deal', { id: leadId, dealContent: '已协调供电公司错峰安排。', result: 'solved' }))
  const review = await seconds(() => reviewer.call('/appeal/info/examine', { id: leadId, examineState: 1 }))
  return [
    { name: `answer to ${others.length} merged appeals`, figure: answer, unit: 's', atMost: 3 },
    { name: `review of the answer to ${others.length} merged appeals`, figure: review, unit: 's', atMost: 3 },
  ]
}

export async function calls({ app, floor, url, dir, fresh }: DeskServers): Promise<Row[]> {
  const db = new pg.Client(url)
  await db.connect()
  const agent = (await db.query<{ id: string }>(`select min(id) as id from sys_user where user_name like 'b-agent-%'`)).rows[0]!.id
  const own = (
    await db.query<{ id: string }>(
      `select r.id from call_record r where r.agent_id in (select id from sys_user where user_name = 'agent1') limit 10`,
    )
  ).rows
  await db.end()
  const { authorization } = await signedIn(app, 'leader1')
  const asks: Asks = { app: app.base, floor, authorization }
  const list = { ...callList, asked: callList.asked.map((one) => ({ ...one, query: one.query.replace('AGENT', agent) })) }
  const desk = await signedIn(app, 'agent1')
  const cards: number[] = []
  for (const { id } of own) cards.push(...(await many(`${app.base}/call/data/pop?id=${id}`, desk.authorization, 5)))
  return [
    ...(await lists('calls', asks, list)),
    { name: 'calls, card of a caller, p95', figure: p95Of(cards), unit: 'ms', atMost: 150 },
    ...(await figures(
      'calls',
      asks,
      [...['agent', 'month', 'street', 'type'].map((by) => `/call/data/statistics?by=${by}`), '/call/data/trend', '/call/data/overview'],
      1000,
    )),
    await callImport(desk, dir),
    // The bench data have one call per minute, and an export holds at most 100,000 rows.
    ...(await exported(await fresh(), 'leader1', 'call', { startTime: dayBefore(67) })),
  ]
}
