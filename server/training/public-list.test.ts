import { beforeAll, expect, it } from 'vitest'
import { publicStatuses } from '../../contract/training/states.ts'
import { activityStatus, canEnrol } from '../../contract/training/status.ts'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { activities, columns, standingOf, type ActivityRecord } from './activity-queries.ts'
import { isPublic } from './status-sql.ts'

const clock = movableClock('2026-06-01T01:00:00Z')
let t: TestApp
let all: ActivityRecord[]
beforeAll(async () => {
  t = await testApp({ clock })
  all = await activities(t.kernel.db).select(columns).where(isPublic).execute()
})

const now = () => clock.now().getTime()
const over = (a: ActivityRecord) => Date.parse(a.end_at) <= now()
const before = (a: string, b: string) => Date.parse(a) - Date.parse(b)
/** The order of the list, without an index: what goes on or comes, nearest first; then what is over, latest first. */
const sorted = (rows: ActivityRecord[]) =>
  rows.toSorted(
    (a, b) =>
      Number(over(a)) - Number(over(b)) || (over(a) ? before(b.start_at, a.start_at) : before(a.start_at, b.start_at)) || b.id - a.id,
  )
/** All pages one after the other, as a visitor leafs through them. */
async function leafed(query: Record<string, unknown>) {
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const { total, list } = (await t.as(null).get('/train/activity/list', { ...query, page, pageSize: 7 })).body.data
    ids.push(...list.map(({ id }: { id: number }) => id))
    if (list.length < 7) return { total, ids }
  }
}

it('every page of every status is the page that sorting all activities gives', async () => {
  expect(all.length).toBeGreaterThan(40)
  const statusOf = (a: ActivityRecord) => activityStatus(standingOf(a), now())
  const asked: [Record<string, unknown>, (a: ActivityRecord) => boolean][] = [
    [{}, () => true],
    [{ open: 1 }, (a) => canEnrol(standingOf(a), now())],
    [{ status: 'x' }, () => false],
    [{ status: '6,7,8,9' }, (a) => [6, 7, 8, 9].includes(statusOf(a))],
    [{ status: '4,10' }, (a) => [4, 10].includes(statusOf(a))],
    [{ status: '5,7,12' }, (a) => [5, 7, 12].includes(statusOf(a))],
    [{ status: '5,8' }, (a) => [5, 8].includes(statusOf(a))],
    [{ status: '9,4' }, (a) => [4, 9].includes(statusOf(a))],
    ...publicStatuses.map((status): (typeof asked)[number] => [{ status: String(status) }, (a) => statusOf(a) === status]),
  ]
  for (const [query, which] of asked) {
    const expected = sorted(all.filter(which)).map(({ id }) => id)
    expect([query, await leafed(query)]).toEqual([query, { total: expected.length, ids: expected }])
  }
  expect(new Set(all.map(over))).toEqual(new Set([true, false]))
})
