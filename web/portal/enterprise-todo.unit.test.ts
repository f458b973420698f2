import { expect, it } from 'vitest'
import { byLabel } from '../kit/by-label.ts'
import { closingSoon, daysLeft } from './enterprise-todo.ts'

const now = Date.parse('2026-08-01T23:30:00+08:00')

it('counts calendar days of Shanghai', () => {
  expect(daysLeft(null, now)).toBeNull()
  expect(daysLeft('2026-08-01', now)).toBe(0)
  expect(daysLeft('2026-08-02', now)).toBe(1)
  expect(daysLeft('2026-07-31', now)).toBe(-1)
  expect(daysLeft('2026-08-02T15:59:59.000Z', now)).toBe(1)
})

it('leaves out policies that have closed, have no deadline or close after a week; soonest first', () => {
  const rows = ['2026-08-09', '2026-08-08', null, '2026-07-31', '2026-08-01'].map((applyTo, id) => ({ id, applyTo }))
  expect(closingSoon(rows, now).map((r) => [r.id, r.days])).toEqual([
    [4, 0],
    [1, 7],
  ])
})

it('adds up states with the same label', () => {
  expect(
    byLabel([
      { state: 0, label: '草稿', count: 1 },
      { state: 2, label: '审核中', count: 2 },
      { state: 7, label: '审核中', count: 3 },
    ]),
  ).toEqual([
    { by: 'state', state: 0, label: '草稿', count: 1 },
    { by: 'group', state: 2, label: '审核中', count: 5 },
  ])
})
