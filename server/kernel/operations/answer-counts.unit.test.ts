import { expect, it } from 'vitest'
import { AnswerCounts } from './answer-counts.ts'

it('counts the answers of the last minute, and those with status 500 or more', () => {
  let now = 1_000_000
  const counts = new AnswerCounts(() => now)
  expect(counts.lastMinute()).toEqual({ answers: 0, failures: 0 })
  for (const status of [200, 404, 500, 503]) counts.count(status)
  now += 30_000
  counts.count(200)
  expect(counts.lastMinute()).toEqual({ answers: 5, failures: 2 })
  now += 31_000
  expect(counts.lastMinute()).toEqual({ answers: 1, failures: 0 })
  now += 60_000
  expect(counts.lastMinute()).toEqual({ answers: 0, failures: 0 })
})
