import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../clock.ts'
import { consume, peek, release, sourceOf, take } from './limits.ts'
import { testApp, type TestApp } from '../testing/harness.ts'

const clock = movableClock('2026-11-21T10:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
const limit = { name: 'login', points: 5, seconds: 900, message: '请稍后再试' }

describe('shared limits', () => {
  it('refuse with 429 and the time left', async () => {
    for (let n = 0; n < 5; n++) expect((await take(t.kernel, limit, 'a')).allowed).toBe(true)
    expect((await take(t.kernel, limit, 'a')).allowed).toBe(false)
    await expect(consume(t.kernel, limit, 'a')).rejects.toMatchObject({ status: 429, message: '请稍后再试', retryAfter: 900 })
    clock.advance(899_000)
    await expect(consume(t.kernel, limit, 'a')).rejects.toMatchObject({ retryAfter: 1 })
  })
  it('restart after the window, and when released', async () => {
    clock.advance(1000)
    await consume(t.kernel, limit, 'a')
    expect(await peek(t.kernel, limit, 'a')).toMatchObject({ used: 1, remaining: 4 })
    await release(t.kernel, limit, 'a')
    expect(await peek(t.kernel, limit, 'a')).toMatchObject({ used: 0, remaining: 5 })
  })
  it('store no subject in clear', async () => {
    await take(t.kernel, limit, '13812341234')
    expect(JSON.stringify(await t.kernel.db.selectFrom('rate_limit').selectAll().execute())).not.toContain('13812341234')
  })
})

it('one source is an IPv4 address or a /64', () => {
  expect(sourceOf('10.0.0.1')).toBe('10.0.0.1')
  expect(sourceOf('::ffff:10.0.0.1')).toBe('10.0.0.1')
  expect(sourceOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(sourceOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(sourceOf('::1')).toBe('0:0:0:0::/64')
})
