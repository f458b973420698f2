import pg from 'pg'
import { measure, type Measured, type Target } from './load.ts'
import { QUESTIONS } from './raw-search.ts'
import type { Row } from './report.ts'

const DOCUMENT = { accept: 'text/html', 'sec-fetch-dest': 'document', 'accept-encoding': 'gzip, br' }

export interface Servers {
  app: string
  floor: string
  url: string
}

const row = (name: string, { rates: [figure, floor], refused, slow }: Measured, target: Pick<Row, 'atLeast'> = {}): Row => ({
  name,
  figure: figure!,
  unit: '/s',
  ...(floor === undefined ? {} : { floor }),
  ...target,
  note: refused > 0 ? `${refused} answers were refused` : `97.5 %: ${slow} ms`,
  failed: refused > 0,
})

const at = (base: string, ...paths: string[]): Target => ({ base, paths })

/**
 * The same question in `count` spellings (letters of the query percent-encoded or not). Public answers are cached by address for a second
 * or five; with another spelling each one is computed.
 */
export function spellings(path: string, count: number): string[] {
  const [base, query = ''] = path.split('?')
  const seen = new Set<string>()
  for (let tries = 0; seen.size < count && tries < count * 20; tries++) {
    const spelt = query.replace(/%[0-9A-F]{2}|[a-z0-9]/gi, (c) =>
      c.length > 1 || Math.random() < 0.5 ? c : `%${c.charCodeAt(0).toString(16)}`,
    )
    seen.add(`${base}?${spelt}`)
  }
  return [...seen]
}
const MANY = 40_000

export async function list({ app, floor }: Servers): Promise<Row[]> {
  const computed = at(app, ...spellings('/pol/my/list?page=1&sort=publish', MANY))
  return [
    row('list', await measure([at(app, '/pol/my/list'), at(floor, '/list')]), { atLeast: 0.6 }),
    row('… each computed, none kept', await measure([computed, at(floor, '/list')])),
  ]
}

export async function detail({ app, floor, url }: Servers): Promise<Row[]> {
  const db = new pg.Client(url)
  await db.connect()
  const { rows } = await db.query<{ id: string }>('select id from policy where state = 2 and not deleted order by md5(id::text) limit 2000')
  await db.end()
  const paths = (path: string) => rows.map(({ id }) => `${path}?id=${id}`)
  const asked = paths('/policy/doc/policyDetail')
  const computed = at(app, ...asked.flatMap((path) => spellings(path, MANY / asked.length)))
  return [
    row('detail', await measure([at(app, ...asked), at(floor, ...paths('/detail'))]), { atLeast: 0.7 }),
    row('… each computed, none kept', await measure([computed, at(floor, ...paths('/detail'))])),
  ]
}

/** Search results are cached by filter, so each question has another publication date, long before the first policy. */
const days = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => new Date(Date.UTC(1990, 0, 1 + n)).toISOString().slice(0, 10))

export async function search({ app, floor }: Servers): Promise<Row[]> {
  const asked = QUESTIONS.map((q) => `/pol/my/list?q=${encodeURIComponent(q)}`)
  const raw = QUESTIONS.map((_, at) => `/search?at=${at}`)
  const computed = asked.flatMap((path) => days(Math.floor(MANY / asked.length)).map((day) => `${path}&startTime=${day}`))
  return [
    row('search', await measure([at(app, ...asked), at(floor, ...raw)]), { atLeast: 0.7 }),
    row('… each computed, none kept', await measure([at(app, ...computed), at(floor, ...raw)])),
  ]
}

/** Facets of a question: cached for five seconds, so the first answer of each question is reported separately. */
export async function facets({ app }: Servers): Promise<Row[]> {
  const path = (q: string) => `/pol/my/facets?q=${encodeURIComponent(q)}`
  const times: number[] = []
  for (const q of QUESTIONS) {
    const from = performance.now()
    const answer = await fetch(app + path(q))
    await answer.text()
    if (!answer.ok) throw new Error(`facets: ${answer.status}`)
    times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  return [
    { name: 'facets, counted', figure: times[times.length >> 1]!, unit: 'ms', note: `slowest ${Math.round(times.at(-1)!)} ms` },
    row('facets, kept', await measure([at(app, ...QUESTIONS.map(path))])),
  ]
}

/** More requests than are answered in one round. */
const VISITS = 8000
/** Uncached: every request has another address, like a page that was not requested within five seconds. */
export async function home({ app, floor }: Servers): Promise<Row[]> {
  const cached: Target = { ...at(app, '/page/home'), headers: DOCUMENT }
  let asked = 0
  const fresh: Target = { ...cached, paths: () => Array.from({ length: VISITS }, () => `/page/home?visit=${asked++}`) }
  const hello = at(floor, '/hello')
  return [
    row('home, cached', await measure([cached, hello]), { atLeast: 0.2 }),
    row('home, uncached', await measure([fresh, hello], 5), { atLeast: 0.01 }),
  ]
}
