import pg from 'pg'
import type { Servers } from './calls.ts'
import { QUESTIONS } from './raw-search.ts'
import type { Row } from './report.ts'

const TIMES = 25
const TYPED = ['gaoxin', 'gxjs', 'qiye', 'js', '高新', '企业', '奖励', '技术改造']

/** The words that occur in most documents. */
export async function commonWords(db: Pick<pg.Client, 'query'>): Promise<string[]> {
  const { rows } = await db.query<{ term: string }>(
    `select term from search_term where term ~ '^[\\u4e00-\\u9fff]{2,}$' order by df desc limit 6`,
  )
  return rows.map(({ term }) => term)
}

export async function searchTimes({ app, url }: Servers): Promise<Row[]> {
  const db = new pg.Client(url)
  await db.connect()
  const common = await commonWords(db).finally(() => db.end())
  return timesOf(app, common, { search: 150, suggestions: 40 })
}

/** The time of a single answer without other load. Each is computed, because every question has another publication date. Limits in ms. */
export async function timesOf(app: string, common: readonly string[], limits: { search: number; suggestions: number }): Promise<Row[]> {
  const commonest = common.map((_, at) => common.slice(0, at + 1).join(' '))
  const byQuestion = new Map<string, number>()
  const asked = async (questions: readonly string[]) => {
    const times: number[] = []
    for (const q of questions) {
      const own: number[] = []
      for (let n = 0; n < TIMES; n++) own.push(await timed(`${app}/pol/my/list?q=${encodeURIComponent(q)}&startTime=${anotherDay()}`))
      byQuestion.set(q, p95(own))
      times.push(...own)
    }
    return times
  }
  await asked(QUESTIONS)
  const usual = await asked(QUESTIONS)
  const dear = await asked(commonest)
  const typed: number[] = []
  for (let n = 0; n < TIMES; n++) for (const q of TYPED) typed.push(await timed(`${app}/pol/my/suggest?q=${encodeURIComponent(q)}`))
  const slowest = (questions: readonly string[]) => {
    const worst = [...questions].sort((a, b) => byQuestion.get(b)! - byQuestion.get(a)!)[0]!
    return `slowest ${Math.round(byQuestion.get(worst)!)} ms: ${worst}`
  }
  return [
    { name: 'search, one to six words, p95', figure: p95(usual), unit: 'ms', atMost: limits.search, note: slowest(QUESTIONS) },
    {
      name: 'search, the commonest words, one to six, p95',
      figure: p95(dear),
      unit: 'ms',
      atMost: limits.search,
      note: slowest(commonest),
    },
    { name: 'suggestions while typing, p95', figure: p95(typed), unit: 'ms', atMost: limits.suggestions },
  ]
}

const p95 = (all: readonly number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length * 0.95)]!

let visitor = 0
const anotherDay = () => new Date(Date.UTC(1950, 0, 1 + visitor)).toISOString().slice(0, 10)
async function timed(address: string): Promise<number> {
  const headers = { 'x-forwarded-for': `10.9.${(visitor >> 8) & 255}.${visitor++ & 255}` }
  const from = performance.now()
  const answer = await fetch(address, { headers })
  await answer.text()
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  return performance.now() - from
}
