import { describe, expect, test } from 'vitest'
import {
  TABLE_HEIGHT,
  TABLE_PAGE_SIZE,
  TABLE_PAGE_SIZES,
  TABLE_SHOW_ALL_PAGE_SIZE,
  TABLE_VARIANT_ACTION_WIDTH,
  TABLE_VARIANT_HEIGHT,
  TABLE_VARIANT_MARGIN,
} from '../../../contract/constants.ts'
import { lastPage, listQuery, nextSort, readListState, writeListState } from './list-state.ts'

const shape = { filters: ['keyword', 'state'] }
const read = (q: string) => readListState(new URLSearchParams(q), shape)
const write = (q: string, change: Parameters<typeof writeListState>[1]) => writeListState(new URLSearchParams(q), change, shape).toString()

describe('list state in the address', () => {
  test('K019: an empty address means page 1 of ten rows', () => {
    expect(TABLE_PAGE_SIZE).toBe(10)
    expect(read('')).toEqual({ page: 1, pageSize: 10, sort: null, filters: {} })
  })
  test('K020 K025: only the sizes 5, 10, 50, 100 and the 9000 of show-all are accepted', () => {
    expect(TABLE_PAGE_SIZES).toEqual([5, 10, 50, 100])
    expect(TABLE_SHOW_ALL_PAGE_SIZE).toBe(9000)
    for (const size of [5, 10, 50, 100, 9000]) expect(read(`pageSize=${size}`).pageSize).toBe(size)
    for (const size of ['20', '0', '-5', '1e2', '99999', 'all']) expect(read(`pageSize=${size}`).pageSize).toBe(10)
  })
  test('K021 K022 K023 K024: heights, margin and action width of both variants', () => {
    expect([TABLE_HEIGHT, TABLE_VARIANT_HEIGHT, TABLE_VARIANT_MARGIN, TABLE_VARIANT_ACTION_WIDTH]).toEqual([620, 591, 100, 100])
  })
  test('an unreadable page number is ignored', () => {
    for (const page of ['0', '-1', '1.5', 'x', '9999999']) expect(read(`page=${page}`).page).toBe(1)
    expect(read('page=7').page).toBe(7)
  })
  test('the written state is read again, defaults are not written, other keys stay', () => {
    expect(write('id=12', { page: 3 })).toBe('id=12&page=3')
    expect(write('id=12&page=3', { page: 1 })).toBe('id=12')
    const q = write('id=12', { filters: { keyword: '技改 ', state: 'on' } })
    expect(read(q).filters).toEqual({ keyword: '技改', state: 'on' })
    expect(new URLSearchParams(q).get('id')).toBe('12')
  })
  test('another filter, order or size starts at page 1', () => {
    expect(read(write('page=4', { filters: { state: 'on' } })).page).toBe(1)
    expect(read(write('page=4', { sort: '-at' })).page).toBe(1)
    expect(read(write('page=4', { pageSize: 50 })).page).toBe(1)
  })
  test('a default filter can be cleared and stays cleared', () => {
    const own = { filters: ['state'], defaults: { filters: { state: 'on' } } }
    expect(readListState(new URLSearchParams(), own).filters).toEqual({ state: 'on' })
    const q = writeListState(new URLSearchParams(), { filters: {} }, own)
    expect(q.toString()).toBe('state=')
    expect(readListState(q, own).filters).toEqual({})
  })
  test('two lists on one screen do not affect each other', () => {
    const a = { filters: ['keyword'], prefix: 'a' }
    const q = writeListState(new URLSearchParams('page=2'), { page: 5, filters: { keyword: 'x' } }, a)
    expect([q.get('page'), q.get('a.page'), q.get('a.keyword')]).toEqual(['2', '5', 'x'])
  })
  test('the query contains only what the address contains', () => {
    expect(listQuery(read('keyword=x'))).toEqual({ keyword: 'x', page: 1, pageSize: 10 })
    expect(listQuery(read('sort=-at'))).toEqual({ page: 1, pageSize: 10, sort: '-at' })
  })
  test('clicks on a column title: ascending, descending, default', () =>
    expect([nextSort(null, 'at'), nextSort('at', 'at'), nextSort('-at', 'at'), nextSort('-at', 'name')]).toEqual([
      'at',
      '-at',
      null,
      'name',
    ]))
  test('when the last page becomes empty, the page before is shown', () =>
    expect([lastPage(0, 10), lastPage(10, 10), lastPage(11, 10)]).toEqual([1, 1, 2]))
})
