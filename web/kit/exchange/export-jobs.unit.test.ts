import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { abandonExport, beginExport, currentJobs, forgetExports } from './export-jobs.ts'
import type { ExportProgress } from './export-state.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  forgetExports()
  vi.useRealTimers()
})

/** A server whose export has the state `now`; `answer` releases the answer to the start. */
function server(now: ExportProgress) {
  const aborted: string[] = []
  let answer = (_id: string) => {}
  const started = new Promise<string>((resolve) => {
    answer = resolve
  })
  const source = {
    scope: () => Promise.reject(new Error('not asked here')),
    start: () => started,
    progress: () => Promise.resolve({ ...now }),
    abort: (id: string) => Promise.resolve(void aborted.push(id)),
    save: () => Promise.resolve(),
  }
  void beginExport('名单', source, [])
  return { now, aborted, answer, job: () => currentJobs()[0] }
}
const seconds = (n: number) => vi.advanceTimersByTimeAsync(n * 1000)

test('an export that is aborted before the server has answered is ended on the server as soon as its id is known', async () => {
  const s = server({ status: 1 })
  await abandonExport(s.job()!)
  expect(s.aborted).toEqual([])
  s.answer('t1')
  await seconds(1)
  expect(s.aborted).toEqual(['t1'])
  await seconds(5)
  expect(s.job(), 'nothing comes back into view').toBeUndefined()
})

test('a queued export never fails by waiting; a running one that is silent for a minute fails', async () => {
  const s = server({ status: 1, waiting: 3, silentSeconds: 0 })
  s.answer('t1')
  await seconds(90)
  expect(s.job()).toMatchObject({ phase: 'running', progress: { waiting: 3 } })
  s.now.waiting = 0
  s.now.silentSeconds = 30
  await seconds(90)
  expect(s.job()?.phase, 'nothing is done yet, but the server works').toBe('running')
  s.now.silentSeconds = 61
  await seconds(2)
  expect(s.job()).toMatchObject({ phase: 'failed', reason: '长时间没有进展，请稍后在“我的导出”中查看' })
})

test('the end is reported once, and polling stops', async () => {
  const s = server({ status: 1 })
  s.answer('t1')
  await seconds(2)
  s.now.status = 2
  await seconds(2)
  expect(s.job()).toMatchObject({ taskId: 't1', phase: 'success' })
  s.now.status = 3
  await seconds(5)
  expect(s.job()?.phase).toBe('success')
})
