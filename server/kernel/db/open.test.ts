import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, testEngine, type TestDatabase } from '../testing/harness.ts'
import { withStatementLimit } from './index.ts'

let t: TestDatabase
beforeAll(async () => {
  t = await testDatabase()
})

describe('opened database', () => {
  it('is the requested engine', async () => {
    const { rows } = await t.pool.query<{ version: string }>('select version()')
    expect(rows[0]!.version).toContain(testEngine === 'pglite' ? 'wasm' : 'linux-gnu')
    expect(t.engine).toBe(testEngine)
  })

  it('returns numbers, exact decimals, dates and ISO instants', async () => {
    const { rows } = await t.pool.query(`select 9007199254740991::bigint as big, 1.50::numeric as exact, date '2026-02-28' as day,
      timestamptz '2026-11-21 08:00:00.123456+08' as at, timestamp '2026-11-21 08:00:00' as local, '{"a":[1]}'::jsonb as doc,
      array[1::bigint, null] as bigs, array[1.10::numeric] as exacts, array[date '2026-01-01'] as days,
      array[timestamptz '2026-01-01 00:00:00+00'] as ats, count(*) as n from generate_series(1, 3)`)
    expect(rows[0]).toEqual({
      big: 9007199254740991,
      exact: '1.50',
      day: '2026-02-28',
      at: '2026-11-21T00:00:00.123456Z',
      local: '2026-11-21 08:00:00',
      doc: { a: [1] },
      bigs: [1, null],
      exacts: ['1.10'],
      days: ['2026-01-01'],
      ats: ['2026-01-01T00:00:00Z'],
      n: 3,
    })
  })

  it('an empty list matches nothing, and its negation everything', async () => {
    const found = async (op: 'in' | 'not in') => (await t.db.selectFrom('role').select('code').where('code', op, []).execute()).length
    expect(await found('in')).toBe(0)
    expect(await found('not in')).toBe((await t.db.selectFrom('role').select('code').execute()).length)
  })

  it('refuses a bigint that a number cannot represent', async () => {
    await expect(t.pool.query('select 9007199254740993::bigint')).rejects.toThrow('out of range')
  })

  it('finds an instant by the string that it returned', async () => {
    const {
      rows: [row],
    } = await t.pool.query(`select timestamptz '2026-11-21 08:00:00.123456+08' as at`)
    const { rows } = await t.pool.query(`select $1::timestamptz = timestamptz '2026-11-21 08:00:00.123456+08' as equal`, [row.at])
    expect(rows[0].equal).toBe(true)
  })

  it.runIf(testEngine === 'postgres')('ends a statement after five seconds, or after the given time', async () => {
    const limit = async () => (await t.pool.query('show statement_timeout')).rows[0].statement_timeout
    expect(await limit()).toBe('5s')
    await expect(withStatementLimit(t.db, 1, (trx) => sql`select pg_sleep(3)`.execute(trx))).rejects.toThrow('statement timeout')
    await withStatementLimit(t.db, 120, (trx) => sql`select pg_sleep(5.5)`.execute(trx))
    expect(await limit()).toBe('5s')
  })
})
