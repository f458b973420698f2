import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runExport } from './follow-export.ts'
import type { ExportProgress } from './export-state.ts'
import type { RunningExport } from './follow-export.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A server whose export stands as `now` says; `begin` lets the answer to the start come. */
function server(now: ExportProgress) {
  const aborted: string[] = []
  let begin = (_id: string) => {}
  const started = new Promise<string>((resolve) => {
    begin = resolve
  })
  const source = {
    start: () => started,
    progress: () => Promise.resolve({ ...now }),
    abort: (id: string) => Promise.resolve(void aborted.push(id)),
  }
  let job: RunningExport | null = null
  const run = runExport(source, (next) => {
    job = next
  })
  return { now, aborted, begin, run, job: () => job }
}
const seconds = (n: number) => vi.advanceTimersByTimeAsync(n * 1000)

test('what is abandoned before the server has answered is ended on the server as soon as its number is known', async () => {
  const s = server({ status: 1 })
  await s.run.abandon()
  expect(s.aborted).toEqual([])
  s.begin('t1')
  await seconds(1)
  expect(s.aborted).toEqual(['t1'])
  await seconds(5)
  expect(s.job(), 'nothing comes back into view').toBeNull()
})

test('an export that waits for its turn does not fail, however long; it says how many are before it', async () => {
  const s = server({ status: 1, ahead: 2, updateTime: '2026-11-24T00:00:00Z' })
  s.begin('t1')
  await seconds(90)
  expect(s.job()).toMatchObject({ phase: 'running', progress: { ahead: 2 } })
  s.now.ahead = null
  for (let n = 1; n <= 9; n++) {
    // Large counts before the first row: nothing is done yet, but the server works.
    s.now.updateTime = `2026-11-24T00:00:${10 + n}Z`
    await seconds(20)
  }
  expect(s.job()?.phase).toBe('running')
  await seconds(65)
  expect(s.job()).toMatchObject({ phase: 'failed', reason: '导出长时间没有进展' })
})

test('an end is told once, and then nothing is asked any more', async () => {
  const s = server({ status: 1, ahead: 0 })
  s.begin('t1')
  await seconds(2)
  s.now.status = 2
  await seconds(2)
  expect(s.job()).toMatchObject({ taskId: 't1', phase: 'success' })
  s.now.status = 3
  await seconds(5)
  expect(s.job()?.phase).toBe('success')
})
