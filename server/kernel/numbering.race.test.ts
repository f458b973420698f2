import { beforeAll, expect, it } from 'vitest'
import { nextNumber } from './numbering.ts'
import { testDatabase, type TestDatabase } from './testing/harness.ts'

let t: TestDatabase
beforeAll(async () => {
  t = await testDatabase()
})
const next = (prefix: string, day: string) => t.db.transaction().execute((db) => nextNumber(db, prefix, day))

// Seen red when the upsert adds to a number that was read before it held the row (nextOf): two transactions get one number.
it('numbers of a day are consecutive, also in parallel; another day or prefix restarts', async () => {
  const asked = await Promise.all(Array.from({ length: 20 }, () => next('GX', '2026-11-23')))
  expect(asked.toSorted()).toEqual(Array.from({ length: 20 }, (_, i) => `GX20261123-${String(i + 1).padStart(4, '0')}`))
  expect(await next('GX', '2026-11-24')).toBe('GX20261124-0001')
  expect(await next('PX', '2026-11-23')).toBe('PX20261123-0001')
})

it('the number of a rolled back row is used again', async () => {
  const refused = t.db.transaction().execute(async (db) => {
    expect(await nextNumber(db, 'ZZ', '2026-11-23')).toBe('ZZ20261123-0001')
    throw new Error('not saved')
  })
  await expect(refused).rejects.toThrow('not saved')
  expect(await next('ZZ', '2026-11-23')).toBe('ZZ20261123-0001')
})
