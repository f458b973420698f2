import { expect, it } from 'vitest'
import { pressing } from './todos.ts'

it('names only urgent items', () => {
  expect(pressing({ overdue: 0, dueSoon: 0 })).toBeNull()
  expect(pressing({ overdue: 2, dueSoon: 1 })).toBe('超期 2 · 三个工作日内到期 1')
  expect(pressing({ overdue: 0, dueSoon: 1, held: 3 })).toBe('我领取的 3 · 三个工作日内到期 1')
})
