import { expect, it } from 'vitest'
import { AnswerCounts } from './answer-counts.ts'

it('counts the answers of the last minute, those with status 500 or more, and apart from them those refused under load', () => {
  let now = 1_000_000
  const counts = new AnswerCounts(() => now)
  expect(counts.lastMinute()).toEqual({ answers: 0, failures: 0, shed: 0 })
  for (const status of [200, 404, 500, 503]) counts.count(status)
  counts.count(503, true)
  now += 30_000
  counts.count(200)
  expect(counts.lastMinute()).toEqual({ answers: 6, failures: 2, shed: 1 })
  now += 31_000
  expect(counts.lastMinute()).toEqual({ answers: 1, failures: 0, shed: 0 })
  now += 60_000
  expect(counts.lastMinute()).toEqual({ answers: 0, failures: 0, shed: 0 })
})
