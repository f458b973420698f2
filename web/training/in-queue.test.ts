import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api.ts'
import { inQueue } from './in-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const busy = (retryAfter: number) => new ApiError(503, '现在操作的人较多，请稍后再试', { retryAfter })
/** Throws these in turn, then answers; records when it was asked and what the user was told. */
function asking(...faults: Error[]) {
  const begun = performance.now()
  const asked: number[] = []
  const told: number[] = []
  const gone = new AbortController()
  const run = inQueue(
    async () => {
      asked.push(Math.round((performance.now() - begun) / 1000))
      const fault = faults[asked.length - 1]
      if (fault) throw fault
      return '报名成功'
    },
    { onWait: (seconds) => told.push(seconds), signal: gone.signal },
  ).catch((error: Error) => error.message)
  return { run, asked, told, gone }
}

test('a busy server is asked again when it said, and the user is told how long', async () => {
  const { run, asked, told } = asking(busy(3), busy(7))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await run).toBe('报名成功')
  expect(asked).toEqual([0, 3, 10])
  expect(told).toEqual([0, 3, 0, 7, 0])
})
test('a refusal, and a busy server that named no time, are told at once', async () => {
  const refused = asking(new ApiError(400, '这个手机号已经报名'))
  expect(await refused.run).toBe('这个手机号已经报名')
  expect(refused.asked).toEqual([0])
  expect(await asking(busy(0)).run).toBe('现在操作的人较多，请稍后再试')
})
test('nobody waits longer than two minutes', async () => {
  const { run, asked } = asking(...Array.from({ length: 9 }, () => busy(30)))
  await vi.advanceTimersByTimeAsync(150_000)
  expect(await run).toBe('现在操作的人较多，请稍后再试')
  expect(asked).toEqual([0, 30, 60, 90, 120])
})
test('a closed dialog sends nothing more', async () => {
  const { run, asked, gone } = asking(busy(5), busy(5), busy(5))
  await vi.advanceTimersByTimeAsync(1000)
  gone.abort()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await run).toBe('现在操作的人较多，请稍后再试')
  expect(asked).toEqual([0])
})
