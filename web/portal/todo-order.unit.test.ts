import { describe, expect, it } from 'vitest'
import type { TodoKind } from '../../contract/work.ts'
import { byDeadline, daysSince, inOrder, mostPressing, nothingWaits } from './todo-order.ts'

const todo = (kind: string, count: number | null, deadlines: (string | null)[] = []): TodoKind => ({
  kind,
  group: '',
  label: kind,
  mark: kind,
  tone: 'waiting',
  action: '去处理',
  count,
  note: null,
  overdue: 0,
  oldest: null,
  people: [],
  to: '/',
  first: {
    title: kind,
    list: deadlines.map((deadline, id) => ({ id, title: `${kind}${id}`, about: null, deadline, since: null, to: '/' })),
  },
})

describe('what waits for somebody', () => {
  it('never calls an unread count nothing', () => {
    expect(nothingWaits([todo('a', 0), todo('b', null)])).toBe(false)
    expect(nothingWaits([])).toBe(false)
    expect(nothingWaits([todo('a', 0)])).toBe(true)
  })
  it('puts work first, then what could not be read, then the empty', () =>
    expect(inOrder([todo('empty', 0), todo('failed', null), todo('work', 3)]).map((t) => t.kind)).toEqual(['work', 'failed', 'empty']))
  it('puts the next deadline first, days and instants alike, and what has none last in its order', () =>
    expect(
      byDeadline([todo('a', 3, [null, '2026-11-24', '2026-11-22T04:00:00Z']), todo('b', 2, ['2026-11-23', null])]).map((r) => r.row.title),
    ).toEqual(['a2', 'b0', 'a1', 'a0', 'b1']))
})

describe('the work of an office', () => {
  it('stands with the late first, then the oldest, and what could not be read last', () => {
    const kinds = [
      todo('unread', null),
      { ...todo('new', 1), oldest: '2026-11-20T00:00:00Z' },
      { ...todo('old', 1), oldest: '2026-10-01T00:00:00Z' },
      { ...todo('late', 1), overdue: 1 },
      todo('ageless', 1),
    ]
    expect(mostPressing(kinds).map(({ kind }) => kind)).toEqual(['late', 'old', 'new', 'ageless', 'unread'])
  })
  it('tells age in whole days, never a day to come', () => {
    const now = Date.parse('2026-11-24T04:00:00Z')
    expect(daysSince('2026-11-23T04:00:01Z', now)).toBe(0)
    expect(daysSince('2026-11-23T04:00:00Z', now)).toBe(1)
    expect(daysSince('2026-11-25T00:00:00Z', now)).toBe(0)
  })
})
