import { describe, expect, it } from 'vitest'
import type { TodoKind } from '../../contract/work.ts'
import { byDeadline, inOrder, nothingWaits } from './todo-order.ts'

const todo = (kind: string, count: number | null, deadlines: (string | null)[] = []): TodoKind => ({
  kind,
  label: kind,
  mark: kind,
  tone: 'waiting',
  action: '去处理',
  count,
  note: null,
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
