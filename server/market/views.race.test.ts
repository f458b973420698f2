import { beforeAll, expect, it, vi } from 'vitest'
import { workshopInfo } from '../../contract/market/item.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { shelfOf } from './match/shelf.ts'
import { listPublic } from './public-list.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const byViews = (areaMin: number) => workshopInfo.listReviewPassed.query!.parse({ sort: 'views', areaMin: String(areaMin) })

it('lists by views that come at once share the reading of what was viewed', async () => {
  await shelfOf(t.kernel).board('workshopInfo')
  const query = vi.spyOn(t.kernel.pool, 'query')
  const lists = await Promise.all(Array.from({ length: 20 }, (_, n) => listPublic(t.kernel, 'workshopInfo', byViews(n))))
  const readings = query.mock.calls.filter((asked) => JSON.stringify(asked).includes('market-views')).length
  query.mockRestore()
  expect(lists.every(({ total }) => total > 0)).toBe(true)
  // One for the first, and the next for all who came meanwhile.
  expect(readings).toBe(2)
})
