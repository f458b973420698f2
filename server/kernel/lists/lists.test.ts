import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { paging, query, sorting } from '../../../contract/fields.ts'
import { testDatabase, type TestDatabase } from '../testing/harness.ts'
import { inTurn } from '../testing/in-turn.ts'
import { dayRange } from './day-range.ts'
import { pageOf } from './page-of.ts'

const Asked = query({ ...paging(), ...sorting(['at', 'page'], '-at') })
const orders = { by: { at: 'v.at', page: 'v.page_title' }, tie: 'v.id', emptyLast: ['page'] } as const
let t: TestDatabase
/** Instants around the ends of months, in Shanghai time; every third page has no title. */
const moments = [
  '2026-02-28 23:59:59.999',
  '2026-03-01 00:00:00.000',
  '2026-03-01 12:00:00.000',
  '2026-03-31 23:59:59.999',
  '2026-04-01 00:00:00.000',
  '2026-12-31 23:59:59.999',
  '2027-01-01 00:00:00.000',
]

beforeAll(async () => {
  t = await testDatabase()
  await t.db.deleteFrom('visit_log').execute()
  await t.db
    .insertInto('visit_log')
    .values(
      moments.map((at, i) => ({
        at: `${at.replace(' ', 'T')}+08:00`,
        user_type: 'QY',
        ip: '127.0.0.1',
        router_name: String(i),
        page_title: i % 3 === 2 ? null : `page ${i % 2}`,
      })),
    )
    .execute()
})

const within = async (from?: string, to?: string) =>
  (
    await t.db
      .selectFrom('visit_log as v')
      .where(dayRange('v.at', from, to))
      .select('v.router_name')
      .orderBy('v.at')
      .execute()
  ).map((r) => moments[Number(r.router_name)])
const listed = async (asked: z.input<typeof Asked>) => {
  const { total, rows } = await pageOf(t.db.selectFrom('visit_log as v'), Asked.parse(asked), orders, (page) =>
    page.select(['v.router_name', 'v.page_title']),
  )
  return { total, seen: rows.map((r) => Number(r.router_name)), titles: rows.map((r) => r.page_title) }
}

describe('days of Shanghai', () => {
  it('start at midnight there and end before the next, also at the end of a month and a year', async () => {
    expect(await within('2026-03-01', '2026-03-01')).toEqual(['2026-03-01 00:00:00.000', '2026-03-01 12:00:00.000'])
    expect(await within('2026-02-28', '2026-02-28')).toEqual(['2026-02-28 23:59:59.999'])
    expect(await within('2026-03-31', '2026-04-01')).toEqual(['2026-03-31 23:59:59.999', '2026-04-01 00:00:00.000'])
    expect(await within('2026-12-31', '2026-12-31')).toEqual(['2026-12-31 23:59:59.999'])
  })
  it('have no limit on a side without a date', async () => {
    expect(await within('2026-04-01')).toEqual(moments.slice(4))
    expect(await within(undefined, '2026-02-28')).toEqual(moments.slice(0, 1))
    expect(await within()).toEqual(moments)
    expect(await within('2026-03-02', '2026-03-01')).toEqual([])
  })
})

describe('a page of a list', () => {
  it('can be sorted only by the keys of the list', () => {
    for (const sort of ['ip', '-ip', '--at', 'at desc', 'v.at', '', 'constructor'])
      expect(Asked.safeParse({ sort }).error?.issues[0]?.message, sort).toBe('不支持的排序字段')
    expect(Asked.safeParse({ order: 'sideways' }).success).toBe(false)
  })
  it('is in the default order, the requested one, or the order of an older address', async () => {
    expect((await listed({})).seen).toEqual([6, 5, 4, 3, 2, 1, 0])
    expect((await listed({ sort: 'at' })).seen).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect((await listed({ sort: '-at' })).seen).toEqual([6, 5, 4, 3, 2, 1, 0])
    expect((await listed({ sort: 'at', order: 'desc' })).seen).toEqual([6, 5, 4, 3, 2, 1, 0])
    expect((await listed({ order: 'asc' })).seen).toEqual([0, 1, 2, 3, 4, 5, 6])
  })
  it('puts rows without a value last in both directions, and orders equal ones by id', async () => {
    expect((await listed({ sort: 'page' })).titles).toEqual(['page 0', 'page 0', 'page 0', 'page 1', 'page 1', null, null])
    expect((await listed({ sort: '-page' })).titles).toEqual(['page 1', 'page 1', 'page 0', 'page 0', 'page 0', null, null])
    const walked = await inTurn([1, 2, 3, 4], (page) => listed({ sort: 'page', page, pageSize: 2 }))
    expect(walked.flatMap((p) => p.seen).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6])
  })
  it('after the end is empty and still has the total', async () => {
    expect(await listed({ page: 4, pageSize: 2 })).toMatchObject({ total: 7, seen: [0] })
    expect(await listed({ page: 5, pageSize: 2 })).toMatchObject({ total: 7, seen: [] })
    expect(await listed({ page: 1000, pageSize: 100 })).toMatchObject({ total: 7, seen: [] })
  })
})
