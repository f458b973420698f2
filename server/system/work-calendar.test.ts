import { beforeAll, describe, expect, it } from 'vitest'
import type { CalendarDay } from '../../contract/calendar.ts'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { addWorkdays } from '../kernel/offers/workdays.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock: movableClock(new Date('2026-09-21T02:00:00Z')) })
})
const year = async (of: number) => (await t.as('admin1').get('/sys/calendar/list', { year: of })).body.data
const day = async (date: string): Promise<CalendarDay> =>
  (await year(Number(date.slice(0, 4)))).days.find((one: CalendarDay) => one.day === date)
const save = async (body: object, who = 'admin1') => (await t.as(who).post('/sys/calendar/save', body)).body
const remove = async (date: string, who = 'admin1') => (await t.as(who).form('/sys/calendar/delete', { day: date })).body

describe('工作日历', () => {
  it('is managed by the system administrator', async () => {
    for (const who of [null, 'qy1', 'dept1', 'leader1', 'security1', 'audit1']) {
      expect((await t.as(who).get('/sys/calendar/list', { year: 2026 })).body.success, String(who)).toBe(false)
      expect((await t.as(who).post('/sys/calendar/save', { day: '2026-10-09', kind: 'off', was: null })).body.success).toBe(false)
    }
  })

  it('refuses past days, invalid days and changes without effect, at their field', async () => {
    const fault = async (body: object) => (await save({ kind: 'off', was: null, ...body })).fields?.[0]
    expect(await fault({ day: '2026-09-18' })).toEqual({ path: 'day', message: '已过去的日期不能修改' })
    expect(await fault({ day: '2026-02-30' })).toEqual({ path: 'day', message: '日期不存在' })
    expect(await fault({ day: '2100-01-04' })).toEqual({ path: 'day', message: '工作日历到 2099 年为止' })
    expect(await fault({ day: '2026-10-09', kind: 'half' })).toMatchObject({ path: 'kind', message: '请选择上班或休息' })
    expect(await fault({ day: '2026-10-01' })).toEqual({ path: 'kind', message: '这一天本来就休息' })
    expect(await fault({ day: '2026-10-09', note: '长'.repeat(31) })).toMatchObject({ path: 'note' })
    expect((await remove('2026-10-09')).msg).toBe('这一天没有另行安排')
  })

  it('shows the published holidays and their make-up days, every day of the year', async () => {
    const { days, hasPublished } = await year(2026)
    expect([days.length, hasPublished]).toEqual([365, true])
    expect(await day('2026-10-01')).toMatchObject({ works: false, published: false, holiday: '国庆节', own: null })
    expect(await day('2026-10-10')).toMatchObject({ works: true, published: true, holiday: '国庆节' })
    expect(await day('2026-09-21')).toMatchObject({ works: true, holiday: '' })
    expect((await year(2099)).hasPublished).toBe(false)
  })

  it('a decision of the office changes the working days until it is withdrawn; of two parallel decisions one wins', async () => {
    expect(await addWorkdays(t.kernel.db, '2026-09-30', 1)).toBe('2026-10-08')
    expect((await save({ day: '2026-10-08', kind: 'off', note: '搬迁', was: null })).data).toBe(true)
    expect(await day('2026-10-08')).toMatchObject({ works: false, published: true, own: 'off', note: '搬迁' })
    expect(await addWorkdays(t.kernel.db, '2026-09-30', 1)).toBe('2026-10-09')
    expect((await save({ day: '2026-10-08', kind: 'off', note: '停电', was: null })).code).toBe('CONFLICT')
    expect((await save({ day: '2026-10-08', kind: 'off', note: '停电', was: 'off' })).data).toBe(true)
    expect((await remove('2026-10-08')).data).toBe(true)
    expect(await addWorkdays(t.kernel.db, '2026-09-30', 1)).toBe('2026-10-08')
    const rows = await t.database.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('object_type', '=', 'calendar')
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['calendar.edit', 'calendar.edit', 'calendar.delete'])
    expect(rows[1]!.detail).toMatchObject({ before: { kind: 'off', note: '搬迁' }, after: { note: '停电' } })
  })
})
