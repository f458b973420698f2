import { describe, expect, it } from 'vitest'
import { gate } from './gate.ts'

describe('gate', () => {
  it('runs so many at once, keeps so many waiting in order, refuses the next with 503', async () => {
    const inTurn = gate(2, 3)
    let running = 0
    let most = 0
    const order: number[] = []
    const work = (n: number) =>
      inTurn(async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setTimeout(resolve, 5))
        running -= 1
        order.push(n)
      })
    const all = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(work))
    expect(all.map((r) => r.status)).toEqual([...Array.from({ length: 5 }, () => 'fulfilled'), 'rejected'])
    expect((all[5] as PromiseRejectedResult).reason).toMatchObject({ status: 503, code: 'BUSY' })
    expect([most, order]).toEqual([2, [0, 1, 2, 3, 4]])
  })

  it('goes on after work that failed', async () => {
    const inTurn = gate(1, 1)
    await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await Promise.all([inTurn(async () => 1), inTurn(async () => 2)])).toEqual([1, 2])
  })
})
