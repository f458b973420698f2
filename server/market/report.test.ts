import { beforeAll, expect, it } from 'vitest'
import { REPORTS_A_DAY } from '../../contract/market/states.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

// Seen red: one account could report every item, with a notice to staff for each.
it('an account reports a limited number of items a day', async () => {
  const kind = 'workshopInfo'
  const { list } = (await t.as(null).get('/workshop/info/listReviewPassed', { pageSize: 50 })).body.data as {
    list: { id: number; owner: string }[]
  }
  const others = list.filter(({ owner }) => owner !== '个人').slice(0, REPORTS_A_DAY + 1)
  const codes: (string | undefined)[] = []
  for (const { id } of others) codes.push((await t.as('gr1').post('/market/report', { kind, id, reason: '已经租出' })).body.code)
  expect(codes).toEqual([...Array(REPORTS_A_DAY).fill(undefined), 'TOO_MANY'])
})
