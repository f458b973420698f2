import { expect, it } from 'vitest'
import { overdueFirst } from './overdue-first.ts'

it('what is overdue stands first, the most overdue at the top; the others keep their order', () => {
  const todos = [
    { kind: 'feedback', overdue: 0 },
    { kind: 'consult', overdue: 2 },
    { kind: 'allowance', overdue: 0 },
    { kind: 'declaration', overdue: 7 },
  ]
  expect(overdueFirst(todos).map(({ kind }) => kind)).toEqual(['declaration', 'consult', 'feedback', 'allowance'])
  expect(todos[0]!.kind).toBe('feedback')
})
