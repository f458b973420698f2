import { describe, expect, it } from 'vitest'
import { planWords, nextRun } from './plan-words.ts'

describe('plans of recurring jobs', () => {
  it.each([
    ['* * * * *', '每分钟'],
    ['*/10 * * * *', '每 10 分钟'],
    ['17 * * * *', '每小时的 17 分'],
    ['11 3 * * *', '每天 03:11'],
    ['10 8 * * 1', '每周一 08:10'],
    ['45 8 1 * *', '每月 1 日 08:45'],
    ['40 1 1 1,4,7,10 *', '1、4、7、10 月 1 日 01:40'],
  ])('%s reads %s', (cron, words) => expect(planWords(cron)).toBe(words))

  it.each([
    ['* * * * *', '2026-11-23T02:01:00.000Z'],
    ['*/10 * * * *', '2026-11-23T02:10:00.000Z'],
    ['17 * * * *', '2026-11-23T02:17:00.000Z'],
    ['11 3 * * *', '2026-11-23T19:11:00.000Z'],
    ['0 10 * * *', '2026-11-24T02:00:00.000Z'],
    ['10 8 * * 1', '2026-11-30T00:10:00.000Z'],
    ['45 8 1 * *', '2026-12-01T00:45:00.000Z'],
    ['40 1 1 1,4,7,10 *', '2026-12-31T17:40:00.000Z'],
  ])('%s comes after Monday 10:00 in Shanghai at %s', (cron, at) =>
    expect(nextRun(cron, new Date('2026-11-23T02:00:00Z'))?.toISOString()).toBe(at),
  )
  it('a plan without a next run has null', () => expect(nextRun('0 0 31 2 *', new Date())).toBeNull())
})
