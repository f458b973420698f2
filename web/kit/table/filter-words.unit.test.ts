import { expect, it } from 'vitest'
import { refusedFilters, viewInWords } from './filter-words.ts'

const shape = {
  filters: ['keyword', 'state', 'from', 'to', 'company', 'todo'],
  criteria: [
    { key: 'keyword', label: '姓名或手机号' },
    { key: 'kind', label: '类型', kind: 'select' as const, options: [{ value: 1, label: '咨询' }] },
    { key: 'day', label: '日期', kind: 'dateRange' as const, rangeKeys: ['from', 'to'] as const },
    { key: 'company', label: '企业', as: () => null },
  ],
  named: { todo: '待我办理' },
}
const columns = [
  { key: 'state', label: '状态', statuses: { 3: { label: '失败', tone: 'refused' as const } } },
  { key: 'at', label: '时间', sortable: 'time' },
]
const words = (filters: Record<string, string>, sort: string | null = null) =>
  viewInWords({ filters, sort }, shape, columns, { kind: [{ value: 1, label: '咨询' }] }).map(
    (one) => `${one.label}：${one.words}${one.typed ? '（手工）' : ''}`,
  )

it('a company is called by the name that the reader may see', () => {
  const company = [{ value: '12', label: '无权查看的企业' }]
  expect(viewInWords({ filters: { company: '12' }, sort: null }, shape, columns, { company }).map((one) => one.words)).toEqual([
    '无权查看的企业',
  ])
})

it('a view is said in words, and what somebody typed is marked', () => {
  expect(words({ keyword: '13800000000', kind: '1', from: '2026-01-01', company: '12', state: '3', todo: 'true' }, '-time')).toEqual([
    '姓名或手机号：13800000000（手工）',
    '类型：咨询',
    '日期：2026-01-01 起',
    '企业：已选',
    '状态：失败',
    '待我办理：是',
    '顺序：按时间从大到小',
  ])
  expect(words({ other: 'x' }, 'gone')).toEqual(['页面上的其他条件：已选', '顺序：按所选的列从小到大'])
  expect(words({})).toEqual([])
})

it('what is refused in an address is told by the names of the search bar, or as order and page; the rest is left to the usual error', () => {
  const fault = (path: string) => ({ path, message: '结束日期不能早于开始日期' })
  expect(refusedFilters([fault('to'), fault('keyword.0'), fault('todo'), fault('state')], shape)).toEqual([
    '日期：结束日期不能早于开始日期',
    '姓名或手机号：结束日期不能早于开始日期',
    '待我办理：结束日期不能早于开始日期',
    '页面上的其他条件：结束日期不能早于开始日期',
  ])
  expect(refusedFilters([fault('sort'), fault('')], shape)).toEqual(['排序：结束日期不能早于开始日期'])
})
