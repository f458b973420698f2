import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../testing/harness.ts'
import { addWorkdays, countWorkdays, isWorkday } from './workdays.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

describe('working days', () => {
  it('follow the published calendar: the National Day week of 2025 and its make-up days', async () => {
    expect(await isWorkday(t.kernel.db, '2025-10-01')).toBe(false)
    expect(await isWorkday(t.kernel.db, '2025-10-08')).toBe(false)
    expect(await isWorkday(t.kernel.db, '2025-10-11')).toBe(true)
    expect(await addWorkdays(t.kernel.db, '2025-09-30', 1)).toBe('2025-10-09')
    expect(await addWorkdays(t.kernel.db, '2025-10-09', -1)).toBe('2025-09-30')
    expect(await countWorkdays(t.kernel.db, '2025-09-30', '2025-10-11')).toBe(3)
    expect(await addWorkdays(t.kernel.db, '2025-10-04', 0)).toBe('2025-10-04')
  })
  it('decisions of the office have priority', async () => {
    await t.kernel.db
      .insertInto('holiday')
      .values([
        { day: '2025-10-09', kind: 'off', name: '停电' },
        { day: '2025-10-12', kind: 'work', name: '值班' },
      ])
      .execute()
    expect(await addWorkdays(t.kernel.db, '2025-09-30', 1)).toBe('2025-10-10')
    expect(await isWorkday(t.kernel.db, '2025-10-12')).toBe(true)
  })
})
