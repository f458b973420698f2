import { describe, expect, it } from 'vitest'
import type { Actor } from '../actor.ts'
import { askedBy } from './asking.ts'
import { fairGate, gate } from './queued-admission.ts'

describe('gate', () => {
  it('runs a limited number at once, queues a limited number in order, and refuses others with 503', async () => {
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

  it('gives one address all places while nobody else waits, nine tenths of the queue, and another its turn next', async () => {
    const inTurn = gate(2, 10)
    const from = (ip: string) => ({ actor: null, ip })
    const order: string[] = []
    const ends: (() => void)[] = []
    const ask = (ip: string) =>
      askedBy(from(ip), () =>
        inTurn(async () => {
          order.push(ip)
          await new Promise<void>((end) => ends.push(end))
        }),
      )
    const crowd = Array.from({ length: 50 }, () => ask('10.0.0.1').then(Boolean, (error: { status: number }) => error.status))
    const other = ask('10.0.0.2')
    await new Promise((resolve) => setImmediate(resolve))
    expect(order).toEqual(['10.0.0.1', '10.0.0.1'])
    ends.shift()!()
    await new Promise((resolve) => setImmediate(resolve))
    expect(order.at(-1)).toBe('10.0.0.2')
    while (ends.length) {
      ends.shift()!()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await other
    expect((await Promise.all(crowd)).filter((status) => status === 503)).toHaveLength(41)
  })

  it('counts the accounts of one address together', async () => {
    const inTurn = gate(1, 10)
    const ends: (() => void)[] = []
    const ask = (userId: number | null, ip: string) =>
      askedBy({ actor: userId === null ? null : ({ userId } as Actor), ip }, () =>
        inTurn(() => new Promise<void>((end) => ends.push(end))),
      ).then(
        () => 'done',
        (error: { status: number }) => error.status,
      )
    const crowd = Array.from({ length: 20 }, (_, n) => ask(n % 2 ? n : null, '10.0.0.1'))
    const other = ask(null, '10.0.0.2')
    for (let n = 0; n < 10; n++) {
      await new Promise((resolve) => setImmediate(resolve))
      ends.shift()?.()
    }
    expect(await other).toBe('done')
    expect((await Promise.all(crowd)).filter((one) => one === 503)).toHaveLength(11)
  })

  it('continues after work that failed', async () => {
    const inTurn = gate(1, 1)
    await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await Promise.all([inTurn(async () => 1), inTurn(async () => 2)])).toEqual([1, 2])
  })
})

describe('fairGate', () => {
  const held = () => {
    const ends: (() => void)[] = []
    const ran: string[] = []
    const inTurn = fairGate({ atOnce: 2, queue: 4, own: 3 })
    const ask = (key: string, signal = new AbortController().signal) =>
      inTurn(
        key,
        async () => {
          ran.push(key)
          await new Promise<void>((end) => ends.push(end))
        },
        signal,
      )
    return { ask, ran, endFirst: () => ends.shift()!() }
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  it('runs one call of a caller and queues two; a hundred more are refused at once, and another caller is not affected', async () => {
    const { ask, ran, endFirst } = held()
    const asked = Array.from({ length: 110 }, () => ask('a'))
    const refused = (await Promise.all(asked.slice(3).map((one) => one.catch((error: { status: number }) => error.status)))) as number[]
    expect([refused.length, new Set(refused)]).toEqual([107, new Set([503])])
    const other = ask('b')
    await settled()
    expect(ran).toEqual(['a', 'b'])
    for (let n = 0; n < 4; n++) {
      endFirst()
      await settled()
    }
    await Promise.all([...asked.slice(0, 3), other])
    expect(ran).toEqual(['a', 'b', 'a', 'a'])
  })

  it('has a short queue for all; a caller that disconnects leaves it', async () => {
    const { ask, ran, endFirst } = held()
    const away = new AbortController()
    const all = [ask('a'), ask('b'), ask('c', away.signal), ask('d'), ask('e'), ask('f')]
    await expect(ask('g')).rejects.toMatchObject({ status: 503, code: 'BUSY' })
    away.abort()
    await expect(all[2]).rejects.toMatchObject({ status: 503 })
    all.push(ask('h'))
    for (let n = 0; n < 6; n++) {
      endFirst()
      await settled()
    }
    await Promise.all(all.filter((_, n) => n !== 2))
    expect(ran).toEqual(['a', 'b', 'd', 'e', 'f', 'h'])
  })
})
