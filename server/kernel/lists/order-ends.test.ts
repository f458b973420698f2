import { beforeAll, expect, it } from 'vitest'
import { appealType } from '../../../contract/appeal/types.ts'
import { newsColumn } from '../../../contract/content/columns.ts'
import { finance } from '../../../contract/content/finance.ts'
import { news } from '../../../contract/content/news.ts'
import { service } from '../../../contract/content/services.ts'
import { dictValues } from '../../../contract/dictionary.ts'
import { carousel, managed } from '../../../contract/policy.ts'
import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import type { OrderEnds } from '../../../contract/order-ends.ts'
import { adverts } from '../../../contract/site/adverts.ts'
import { testApp, type TestApp } from '../testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

interface Row {
  id: number
  ends?: OrderEnds
  standing?: { ends?: OrderEnds }
}
interface List {
  who: string
  list: { path: string }
  move: { path: string }
  query?: Record<string, string | number>
  /** the rows that change places with each other, by a value they share */
  level: (row: any) => unknown
}
const lists: Record<string, List> = {
  轮播图: { who: 'editor1', ...carousel, level: (row) => row.position },
  推广位: { who: 'op1', ...adverts, level: (row) => row.position },
  诉求类型: { who: 'front1', ...appealType, level: (row) => row.parentId },
  字典值: { who: 'admin1', ...dictValues, query: { dictTypeCode: 'techField' }, level: (row) => row.parentId },
  资讯: { who: 'editor1', ...news, query: { scope: 'manage' }, level: (row) => `${row.columnId} ${row.topFlag}` },
  栏目: { who: 'editor1', ...newsColumn, query: { scope: 'manage' }, level: (row) => `${row.parentId} ${row.topFlag}` },
  服务: { who: 'editor1', ...service, query: { scope: 'manage' }, level: (row) => row.kind },
  金融产品: { who: 'editor1', ...finance, query: { scope: 'manage' }, level: () => 0 },
  政策: {
    who: 'editor1',
    ...managed,
    query: { sort: '-shelf', state: POLICY_STATE.published, pageSize: 9000 },
    level: (row) => row.topFlag,
  },
}
const endsOf = (row: Row) => row.ends ?? row.standing?.ends

it.each(Object.entries(lists))('%s: every row knows whether it is the first and the last of its whole order', async (_, one) => {
  const page = async (more: object) =>
    (await t.as(one.who).get(one.list.path, { pageSize: 100, ...one.query, ...more })).body.data as { total: number; list: Row[] }
  const { total, list } = await page({})
  expect(list.length).toBeGreaterThan(1)
  const levels = [...Map.groupBy(list, one.level).values()]
  for (const rows of levels)
    expect(rows.map(endsOf)).toEqual(rows.map((_, at) => ({ first: at === 0, last: at === rows.length - 1 && total === list.length })))
  // On a page of its own a row stays what it is.
  const second = await page({ pageSize: 1, page: 2 })
  expect(second.list.map(endsOf)).toEqual([endsOf(list[1]!)])
})

it.each(Object.entries(lists))('%s: the first row has nowhere to go, and changes its end with the second', async (_, one) => {
  const rows = async () => {
    const { list } = (await t.as(one.who).get(one.list.path, { pageSize: 100, ...one.query })).body.data as { list: Row[] }
    return [...Map.groupBy(list, one.level).values()].find((level) => level.length > 1)!
  }
  const [first, second] = await rows()
  const move = (id: number, direction: string) => t.as(one.who).post(one.move.path, { id, direction })
  expect((await move(second!.id, 'up')).body.success).toBe(true)
  const after = await rows()
  expect(after.slice(0, 2).map((row) => [row.id, endsOf(row)?.first])).toEqual([
    [second!.id, true],
    [first!.id, false],
  ])
  // Nothing changes: refused, or accepted without effect.
  await move(second!.id, 'up')
  expect((await rows()).map(({ id }) => id)).toEqual(after.map(({ id }) => id))
})
