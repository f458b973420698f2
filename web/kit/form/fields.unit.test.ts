import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { get } from '../../../contract/endpoint.ts'
import { page, paging, query, sorting } from '../../../contract/fields.ts'
import { fieldsOf, searchFields, searchKeys } from './fields.ts'

const list = get('/thing/list', {
  access: 'token',
  query: query({
    ...paging(),
    keyword: z.string().optional(),
    from: z.string().optional(),
    to: z.string().optional(),
    ...sorting(['amount'], '-amount'),
  }),
  returns: page(z.object({ id: z.number(), name: z.string(), amount: z.number(), at: z.string() })),
})

describe('the fields of a list endpoint', () => {
  it('are columns of its rows, filters of its query and its sort keys; anything else is a type error', () => {
    const fields = fieldsOf(
      list,
      { key: 'keyword', label: '关键词', on: ['search'] },
      { key: 'name', searchKey: 'keyword', label: '名称', on: ['search', 'table'], show: (row) => row.name },
      { key: 'amount', label: '金额', on: ['table'], sortable: 'amount' },
      { key: 'at', rangeKeys: ['from', 'to'], label: '时间', kind: 'date', on: ['search', 'table'] },
    )
    expect(searchFields(fields).flatMap(searchKeys)).toEqual(['keyword', 'keyword', 'from', 'to'])
    // @ts-expect-error: the rows have no such column
    fieldsOf(list, { key: 'colour', label: '颜色', on: ['table'] })
    // @ts-expect-error: the list cannot be narrowed by it
    fieldsOf(list, { key: 'name', label: '名称', on: ['search', 'table'] })
    // @ts-expect-error: nor by this
    fieldsOf(list, { key: 'at', rangeKeys: ['from', 'until'], label: '时间', on: ['search'] })
    // @ts-expect-error: it does not sort by names
    fieldsOf(list, { key: 'name', label: '名称', on: ['table'], sortable: 'name' })
    // @ts-expect-error: rows have no colour to show
    fieldsOf(list, { key: 'name', label: '名称', on: ['table'], show: (row) => row.colour })
    // the screen's own criterion must be named
    fieldsOf<typeof list, 'queue'>(list, { key: 'queue', label: '范围', on: ['search'] })
  })
})
