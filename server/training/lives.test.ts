import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { activityFacts, trainingStatus } from '../../contract/training/states.ts'
import { activityStatus, canEnrol, type ActivityStanding } from '../../contract/training/status.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { openSql, statusSql } from './status-sql.ts'

const LIVES = 5000
const DAY = 86_400_000
const { code } = trainingStatus
const facts = activityFacts.code
let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

/** Moments around "now", which is a leap day, a month's end or midnight; most lie exactly at a boundary or a millisecond beside it. */
const nows = ['2028-02-29T15:59:59.999Z', '2026-12-31T16:00:00.000Z', '2026-04-30T00:00:00.000Z'].map((at) => Date.parse(at))
const step = fc.oneof(
  fc.constantFrom(-1, 0, 1),
  fc.integer({ min: -40, max: 40 }).map((days) => days * DAY),
  fc.constantFrom(-15 * DAY - 1, -15 * DAY, -15 * DAY + 1),
)
const life = fc
  .record({
    steps: fc.tuple(step, step, step, step, step),
    state: fc.oneof(
      { weight: 8, arbitrary: fc.constant(facts.passed) },
      { weight: 2, arbitrary: fc.constantFrom(...Object.values(facts)) },
    ),
    isDelayed: fc.boolean(),
    seats: fc.integer({ min: 1, max: 3 }),
    taken: fc.integer({ min: 0, max: 3 }),
    waitList: fc.boolean(),
    attended: fc.integer({ min: 0, max: 3 }),
    evaluated: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ steps: [a, b, c, d, e], isDelayed, taken, seats, attended, evaluated, ...rest }) => {
    // Enrolment ends after it begins and not after the activity; a delay is to a later start.
    const [enrolStart, enrolEnd] = [Math.min(a, b), Math.max(a, b) + (a === b ? 1 : 0)]
    const [start, end] = [Math.min(c, d), Math.max(c, d, enrolEnd) + (c === d ? 1 : 0)]
    const seated = Math.min(taken, seats)
    const came = Math.min(attended, seated)
    return {
      ...rest,
      enrolStart,
      enrolEnd,
      start,
      end: Math.max(end, start + 1),
      delayedFrom: isDelayed ? Math.min(e, start - 1) : null,
      seats,
      taken: seated,
      attended: came,
      evaluated: Math.min(evaluated, came),
    }
  })

/** Walks through the life moment by moment, along the arrows of the specification, and stops at zero ("now"). */
function walked(a: ActivityStanding): { status: number; open: boolean } {
  if (a.state === facts.draft) return { status: code.unpublished, open: false }
  if (a.state === facts.submitted) return { status: code.pending, open: false }
  if (a.state === facts.refused) return { status: code.refused, open: false }
  if (a.state === facts.cancelled) return { status: code.cancelled, open: false }
  const isFull = a.taken === a.seats && !a.waitList
  let status: number = code.enrolmentAhead
  const moments = [a.enrolStart, a.enrolEnd, a.start, a.end, a.end + 15 * DAY].filter((at) => at <= 0).toSorted((x, y) => x - y)
  const has = (at: number, now: number) => at <= now
  for (const now of moments) {
    if (status === code.enrolmentAhead && has(a.enrolStart, now)) status = isFull ? code.eventAhead : code.enrolling
    if (status === code.enrolling && has(a.enrolEnd, now)) status = code.eventAhead
    if (([code.enrolmentAhead, code.enrolling, code.eventAhead] as number[]).includes(status) && has(a.start, now))
      status = code.eventRunning
    if (status === code.eventRunning && has(a.end, now)) status = a.attended > a.evaluated ? code.toEvaluate : code.ended
    if (status === code.toEvaluate && has(a.end + 15 * DAY, now)) status = code.ended
  }
  const inWindow = has(a.enrolStart, 0) && !has(a.enrolEnd, 0) && !has(a.start, 0)
  // Until the old start has passed, a delayed activity says so.
  return { status: a.delayedFrom !== null && a.delayedFrom > 0 ? code.delayed : status, open: inWindow && !isFull }
}

it.each(nows)('five thousand lives: the walk, the function and SQL agree (%s)', async (now) => {
  const lives = fc.sample(life, LIVES)
  const iso = (at: number | null) => (at === null ? null : new Date(now + at).toISOString())
  const rows = lives.map((a, n) => ({
    n,
    state: a.state,
    enrol_start: iso(a.enrolStart),
    enrol_end: iso(a.enrolEnd),
    start_at: iso(a.start),
    end_at: iso(a.end),
    delayed_from: iso(a.delayedFrom),
    max_num: a.seats,
    enrol_num: a.taken,
    wait_list: a.waitList,
    attend_num: a.attended,
    evaluate_num: a.evaluated,
  }))
  const at = new Date(now).toISOString()
  const { rows: said } = await sql<{
    n: number
    status: number
    open: boolean
  }>`select a.n, ${statusSql(at)} as status, ${openSql(at)} as open
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) a(n int, state int, enrol_start timestamptz, enrol_end timestamptz, start_at timestamptz,
      end_at timestamptz, delayed_from timestamptz, max_num int, enrol_num int, wait_list boolean, attend_num int, evaluate_num int)
    order by a.n`.execute(t.kernel.db)
  const seen = new Set<number>()
  for (const [n, a] of lives.entries()) {
    const told = JSON.stringify(a)
    const wanted = walked(a)
    seen.add(wanted.status)
    expect([told, { status: activityStatus(a, 0), open: canEnrol(a, 0) }]).toEqual([told, wanted])
    expect([told, { status: said[n]!.status, open: said[n]!.open }]).toEqual([told, wanted])
  }
  // Every code of an activity is among them.
  expect([...seen].toSorted((x, y) => x - y)).toEqual([2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
})
