import { describe, expect, it } from 'vitest'
import { inOrder, nothingWaits, pressing, type Todo } from './operator-todo.ts'

const todo = (key: string, count: number | null, failed = false): Todo => ({ key, label: key, count, note: null, to: '/', failed })

describe('what waits for an operator', () => {
  it('never calls an unanswered or failed question nothing', () => {
    expect(nothingWaits([todo('a', 0), todo('b', null)])).toBe(false)
    expect(nothingWaits([todo('a', 0), todo('b', 0, true)])).toBe(false)
    expect(nothingWaits([])).toBe(false)
    expect(nothingWaits([todo('a', 0)])).toBe(true)
  })
  it('puts work first, then failures, then the open, then the empty', () =>
    expect(inOrder([todo('empty', 0), todo('open', null), todo('failed', null, true), todo('work', 3)]).map((t) => t.key)).toEqual([
      'work',
      'failed',
      'open',
      'empty',
    ]))
  it('names only what presses', () => {
    expect(pressing(0, 0)).toBeNull()
    expect(pressing(2, 1)).toBe('超期 2 · 三天内到期 1')
  })
})
