import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../clock.ts'
import { once } from './idempotency.ts'
import { testApp, type TestApp } from '../testing/harness.ts'

const clock = movableClock('2026-11-21T10:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})

const post = (key: string | undefined, body: unknown, ip = '10.0.0.1') =>
  t.kernel.db.transaction().execute((trx) =>
    once(trx, { actor: null, ip, ...(key === undefined ? {} : { idempotencyKey: key }) }, 'POST /x', body, async () => {
      await trx
        .insertInto('business_log')
        .values({ kind: 'once', detail: JSON.stringify(body) })
        .execute()
      return { id: (await sql<{ n: number }>`select count(*) as n from business_log`.execute(trx)).rows[0]!.n }
    }),
  )
const rows = async () => (await t.kernel.db.selectFrom('business_log').select('id').where('kind', '=', 'once').execute()).length

describe('Idempotency-Key', () => {
  it('refuses the same key with other content, and malformed keys', async () => {
    await post('k0', { a: 1 })
    await expect(post('k0', { a: 2 })).rejects.toMatchObject({ code: 'IDEMPOTENCY' })
    for (const key of ['x'.repeat(129), 'a b', '中']) await expect(post(key, {})).rejects.toMatchObject({ status: 400 })
    expect(await rows()).toBe(1)
  })
  it('is deleted when its work failed', async () => {
    const failing = t.kernel.db.transaction().execute((trx) =>
      once(trx, { actor: null, ip: '1.1.1.1', idempotencyKey: 'k2' }, 'POST /x', {}, async () => {
        throw new Error('cut')
      }),
    )
    await expect(failing).rejects.toThrow('cut')
    const before = await rows()
    await post('k2', {}, '1.1.1.1')
    expect(await rows()).toBe(before + 1)
  })
  it('belongs to one caller and one day; without a key nothing is stored', async () => {
    const before = await rows()
    await post('k3', {}, '10.0.0.1')
    await post('k3', {}, '10.0.0.2')
    clock.advance(25 * 3600_000)
    await post('k3', {}, '10.0.0.1')
    await post(undefined, {})
    await post(undefined, {})
    expect(await rows()).toBe(before + 5)
  })
})
