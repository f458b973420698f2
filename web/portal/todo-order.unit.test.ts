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
    list: deadlines.map((deadline, id) => ({ id, title: `${kind}${id}`, about: null, deadline, workdaysLeft: null, since: null, to: '/' })),
  },
})

describe('the open tasks of a user', () => {
  it('does not treat a count that could not be read as zero', () => {
    expect(nothingWaits([todo('a', 0), todo('b', null)])).toBe(false)
    expect(nothingWaits([])).toBe(false)
    expect(nothingWaits([todo('a', 0)])).toBe(true)
  })
  it('puts open tasks first, then kinds that could not be read, then empty ones', () =>
    expect(inOrder([todo('empty', 0), todo('failed', null), todo('work', 3)]).map((t) => t.kind)).toEqual(['work', 'failed', 'empty']))
  it('sorts rows by deadline, days and instants alike, and puts rows without one last in their order', () =>
    expect(
      byDeadline([todo('a', 3, [null, '2026-11-24', '2026-11-22T04:00:00Z']), todo('b', 2, ['2026-11-23', null])]).map((r) => r.row.title),
    ).toEqual(['a2', 'b0', 'a1', 'a0', 'b1']))
})

describe('the open tasks of an office', () => {
  it('puts late kinds first, then the oldest, and kinds that could not be read last', () => {
    const kinds = [
      todo('unread', null),
      { ...todo('new', 1), oldest: '2026-11-20T00:00:00Z' },
      { ...todo('old', 1), oldest: '2026-10-01T00:00:00Z' },
      { ...todo('late', 1), overdue: 1 },
      todo('ageless', 1),
    ]
    expect(mostPressing(kinds).map(({ kind }) => kind)).toEqual(['late', 'old', 'new', 'ageless', 'unread'])
  })
  it('counts age in whole days, never negative', () => {
    const now = Date.parse('2026-11-24T04:00:00Z')
    expect(daysSince('2026-11-23T04:00:01Z', now)).toBe(0)
    expect(daysSince('2026-11-23T04:00:00Z', now)).toBe(1)
    expect(daysSince('2026-11-25T00:00:00Z', now)).toBe(0)
  })
})
