import { expect, it } from 'vitest'
import { isoDate } from './fields.ts'
import { workshopInfo } from './market/item.ts'
import { FacetFilter, PolicyFilter } from './policy/market.ts'

const told = (parsed: { error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined }) =>
  (parsed.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])

// Seen: “日期格式应为 YYYY-MM-DD” and “日期不存在” for one day.
it('a wrong day is told once', () => {
  const messages = (day: unknown) => told(isoDate.safeParse(day)).map(([, message]) => message)
  for (const day of ['abc', '2026-2-1', '2026/02/01', '']) expect(messages(day), day).toEqual(['日期格式应为 YYYY-MM-DD'])
  expect(messages('2026-02-30')).toEqual(['日期不存在'])
  expect(messages('2026-02-28')).toEqual([])
})

it('a wrong filter of a public list is told without the words of the program', () => {
  expect(told(PolicyFilter.safeParse({ sort: 'nonsense' }))).toEqual([['sort', '排序方式不正确']])
  for (const schema of [PolicyFilter, FacetFilter])
    expect(told(schema.safeParse({ outside: 'maybe', exact: '2' }))).toEqual([
      ['exact', '条件不正确'],
      ['outside', '适用地区不在可选范围内'],
    ])
  const asked = (query: Record<string, unknown>) => workshopInfo.listReviewPassed.query!.safeParse(query)
  for (const fresh of ['2', '-1', 'abc', 2]) expect(told(asked({ fresh }))).toEqual([['fresh', '确认时间不在可选范围内']])
  for (const fresh of ['1', 1]) expect(asked({ fresh }).data).toMatchObject({ fresh: 1 })
  for (const box of ['1,2', '120,30,119,29']) expect(told(asked({ box }))).toEqual([['box', '地图范围不正确']])
  expect(told(asked({ near: '1' }))).toEqual([['near', '位置不正确']])
})
