import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const DAYS = '结束日期不能早于开始日期'
const NUMBERS = '上限不能小于下限'
const LATE = '2026-03-02'
const EARLY = '2026-03-01'

// Seen red: each answered an empty list, which looks like “nothing there”.
describe('a range that ends before it begins is refused at its end; one that ends where it begins is not', () => {
  it.each([
    [null, '/workshop/info/listReviewPassed', ['areaMin', 'areaMax'], [500, 100], NUMBERS],
    [null, '/land/demand/listReviewPassed', ['priceMin', 'priceMax'], ['9', '8.5'], NUMBERS],
    [null, '/market/map?kind=workshopInfo', ['areaMin', 'areaMax'], [500, 100], NUMBERS],
    [null, '/pol/my/list', ['startTime', 'endTime'], [LATE, EARLY], DAYS],
    [null, '/pol/my/list', ['deadlineStart', 'deadlineEnd'], [LATE, EARLY], DAYS],
    [null, '/train/activity/list', ['startTime', 'endTime'], [LATE, EARLY], DAYS],
    ['front1', '/appeal/info/list', ['closedFrom', 'closedTo'], [LATE, EARLY], DAYS],
    ['front1', '/dec/declare/list', ['submitFrom', 'submitTo'], [LATE, EARLY], DAYS],
    ['front1', '/company/info/list', ['completenessFrom', 'completenessTo'], [60, 59], NUMBERS],
    ['front1', '/company/info/list', ['establishFrom', 'establishTo'], [LATE, EARLY], DAYS],
    ['leader1', '/work/statistics', ['startTime', 'endTime'], [LATE, EARLY], DAYS],
    ['audit1', '/sys/log/list', ['startTime', 'endTime'], [LATE, EARLY], DAYS],
  ] as const)('as %s: %s %j', async (who, address, [from, to], [more, less], message) => {
    const ask = async (values: object) => {
      const [path, given] = address.split('?')
      return (await t.as(who).get(path!, { ...Object.fromEntries(new URLSearchParams(given)), ...values })).body
    }
    expect(await ask({ [from]: more, [to]: less })).toMatchObject({ code: 'INVALID', msg: message, fields: [{ path: to, message }] })
    expect(await ask({ [from]: more, [to]: more })).toMatchObject({ success: true })
  })
  it('in an export as in the list', async () => {
    const scope = async (filters: object) => (await t.as('editor1').post('/export/scope', { bizType: 'company', filters })).body
    expect((await scope({ establishFrom: LATE, establishTo: EARLY })).fields).toEqual([{ path: 'filters.establishTo', message: DAYS }])
    expect(await scope({ establishFrom: LATE, establishTo: LATE })).toMatchObject({ success: true })
  })
})
