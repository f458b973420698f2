import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { KeptAnswers } from './kept-answers.ts'
import { testApp, type TestApp } from '../testing/harness.ts'

const make = (ttlMs = 60_000) => {
  let day = '2026-11-21'
  return {
    kept: new KeptAnswers(() => day, { ttlMs, http: true, subject: (value) => (value as { id?: number }).id }),
    turn: (to: string) => {
      day = to
    },
  }
}

describe('cached answers', () => {
  test('are computed once for many callers, also in parallel', async () => {
    const { kept } = make()
    let asked = 0
    const load = async () => ({ n: ++asked })
    const all = await Promise.all(Array.from({ length: 20 }, () => kept.bytes('/a', load)))
    expect(new Set(all.map(String))).toEqual(new Set(['{"success":true,"data":{"n":1}}']))
    expect(String(await kept.bytes('/a', load))).toBe('{"success":true,"data":{"n":1}}')
    expect(await kept.value('/b', load)).toEqual({ n: 2 })
    expect(await kept.value('/b', load)).toEqual({ n: 2 })
  })
  test('are cached for thousands of records while each is small', async () => {
    const { kept } = make()
    let computed = 0
    const all = async () => {
      for (let id = 0; id < 3000; id++) await kept.bytes(`/${id}`, async () => ({ id, text: 'x'.repeat(8000), computed: ++computed }))
    }
    await all()
    await all()
    expect(computed).toBe(3000)
  })
  test('are never returned after a change, even if they were being computed during it', async () => {
    const { kept } = make()
    let release = () => {}
    const slow = kept.value('/a', () => new Promise((answer) => (release = () => answer('old'))))
    kept.forget()
    const fresh = await kept.value('/a', async () => 'new')
    release()
    expect([await slow, fresh, await kept.value('/a', async () => 'newest')]).toEqual(['old', 'new', 'new'])
  })
  test('are removed singly when only one record is concerned', async () => {
    const { kept } = make()
    for (const id of [1, 2]) await kept.value(`/${id}`, async () => ({ id, was: 'old' }))
    kept.forget(1)
    expect(await kept.value('/1', async () => ({ id: 1, was: 'new' }))).toEqual({ id: 1, was: 'new' })
    expect(await kept.value('/2', async () => ({ id: 2, was: 'new' }))).toEqual({ id: 2, was: 'old' })
  })
  test('are cached for a limited time, and not past midnight', async () => {
    const { kept } = make(30)
    await kept.value('/a', async () => 1)
    await sleep(40)
    expect(await kept.value('/a', async () => 2)).toBe(2)
    const long = make()
    await long.kept.value('/a', async () => 1)
    long.turn('2026-11-22')
    expect(await long.kept.value('/a', async () => 2)).toBe(2)
  })
  test('end at the time that was known before they were computed', async () => {
    let now = 0
    const kept = new KeptAnswers(() => '2026-11-21', {
      ttlMs: 60_000,
      http: true,
      holds: async () => {
        const end = now < 100 ? 100 : Infinity
        return () => now < end
      },
    })
    const at = async (time: number) => {
      now = time
      return kept.value('/a', async () => time)
    }
    expect([await at(1), await at(99), await at(100), await at(5000)]).toEqual([1, 1, 100, 100])
  })
  test('are computed again in the background when they are old, and nobody waits', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { kept } = make(1000)
    await kept.value('/a', async () => 1)
    vi.advanceTimersByTime(800)
    let release = () => {}
    const late = () => new Promise((answer) => (release = () => answer(2)))
    expect(await kept.value('/a', late)).toBe(1)
    release()
    await sleep(0)
    vi.advanceTimersByTime(300)
    expect(await kept.value('/a', async () => 3)).toBe(2)
  })
  test('a refusal is returned but not cached', async () => {
    const { kept } = make()
    await expect(kept.bytes('/a', async () => Promise.reject(new Error('absent')))).rejects.toThrow('absent')
    expect(await kept.value('/a', async () => 'there')).toBe('there')
  })
})

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
test('a visitor sees a policy as its editor left it: no cache survives a change', async () => {
  const visitor = app.as(null)
  const list = async () => (await visitor.get('/pol/my/list?pageSize=50')).body.data.list as { id: number; code: string }[]
  const [first] = await list()
  const address = `/policy/doc/policyDetail?id=${first!.id}`
  const shown = (await visitor.get(address)).body
  expect(shown).toMatchObject({ success: true, data: { id: first!.id } })
  expect((await visitor.get(address)).body).toEqual(shown)
  const editor = app.as('editor1')
  const taken = await editor.form('/pol/info/takeDown', { id: String(first!.id) })
  expect(taken.body.success).toBe(true)
  expect((await visitor.get(address)).body).toMatchObject({ success: false, code: 'NOT_FOUND' })
  expect((await list()).some((p) => p.id === first!.id)).toBe(false)
})
