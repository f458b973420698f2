import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Breaker } from './breaker.ts'

class No extends Error {}
function make() {
  let now = 0
  const breaker = new Breaker('文件存储', { limitMs: 50, failures: 2, restMs: 1000, isAnswer: (e) => e instanceof No, now: () => now })
  return {
    breaker,
    pass: (ms: number) => {
      now += ms
    },
  }
}
const down = () => Promise.reject(new Error('ECONNREFUSED'))
const status = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (e: { status?: number }) => e.status,
  )

describe('an outside service (V-05)', () => {
  it('a request without answer is given up in time, and its call with it', async () => {
    const { breaker } = make()
    let signal: AbortSignal | undefined
    const never = breaker.run((guarded) => {
      signal = guarded.signal
      return new Promise(() => {})
    })
    await expect(never).rejects.toMatchObject({ status: 504, message: '文件存储没有应答，请稍后重试' })
    expect(signal!.aborted).toBe(true)
  })

  it('a slow but continuing answer is waited for', async () => {
    const { breaker } = make()
    const slow = breaker.run(async ({ alive }) => {
      for (let n = 0; n < 4; n++) {
        await sleep(30)
        alive()
      }
      return 'done'
    })
    expect(await slow).toBe('done')
  })

  it('after two failures it is not called for a while, then by one caller', async () => {
    const { breaker, pass } = make()
    expect([await status(breaker.run(down)), await status(breaker.run(down))]).toEqual([502, 502])
    let tried = 0
    const counted = () => {
      tried += 1
      return sleep(5)
    }
    expect([await status(breaker.run(counted)), tried]).toEqual([502, 0])
    pass(1000)
    expect(await Promise.all([breaker.run(counted), breaker.run(counted)].map(status))).toEqual([200, 502])
    expect([await status(breaker.run(counted)), tried]).toEqual([200, 2])
  })

  it('a refusal counts as an answer', async () => {
    const { breaker } = make()
    for (let n = 0; n < 5; n++) await expect(breaker.run(() => Promise.reject(new No('no')))).rejects.toThrow('no')
    expect(await status(breaker.run(() => Promise.resolve()))).toBe(200)
  })
})
