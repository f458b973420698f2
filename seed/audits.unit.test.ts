import { expect, it } from 'vitest'
import { dateOf } from '../server/kernel/clock.ts'
import { pastLogins } from './audits.ts'

const accounts = Array.from({ length: 8 }, (_, n) => ({ id: n + 1, userName: `a${n}`, type: 'YYF', roles: [] }))

it.each([1, 2, 3, 4, 5, 6, 7])('every one of the 90 days before 2026-12-0%i has log-ins', (day) => {
  const rows = pastLogins(new Date(`2026-12-0${day}T12:00:00+08:00`), accounts)
  expect(new Set(rows.map(({ at }) => dateOf(new Date(at)))).size).toBe(90)
  expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted())
})
