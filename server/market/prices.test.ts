import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { passedItem, workshop } from './testing/items.ts'
import { bindNumbers } from './testing/numbers.ts'

const phones = { qy1: '15430000001', qy2: '15430000002', gr1: '15430000003' }
let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await bindNumbers(t, phones)
})
type Who = keyof typeof phones
// The demo data contain no items with this street and nature.
const like = { streetIds: ['339999101'], nature: '02' }
const put = (who: Who, rentPrice: number, more: object = {}) =>
  passedItem(t, who, 'workshop/info', workshop(phones[who], { ...like, rentPrice, ...more }))
const prices = async (id: number) => (await t.as(null).get('/workshop/info/findById', { id })).body.data.prices
interface Card {
  id: number
  against: number | null
  answers: { asked: number; answered: number } | null
}
const cards = async (): Promise<Card[]> =>
  (await t.as(null).get('/workshop/info/listReviewPassed', { nature: '02', streetId: '339999101', pageSize: 50 })).body.data.list

describe('price comparisons', () => {
  it('are shown from five items of three owners on', async () => {
    await put('qy1', 10)
    await put('qy1', 11)
    await put('qy2', 12)
    const fourth = await put('gr1', 14)
    expect(await prices(fourth.id)).toBeNull()
    await put('qy2', 20, { nature: '01' })
    await put('qy2', 20, { streetIds: ['339999102'] })
    expect(await prices(fourth.id)).toBeNull()
    const fifth = await put('qy2', 15)
    expect(await prices(fifth.id)).toEqual({
      median: 12,
      low: 11,
      high: 14,
      count: 5,
      unit: '元/㎡·月',
      deals: null,
      against: 25,
    })
    expect((await prices(fourth.id)).against).toBe(17)
  })

  it('are not shown for five items of two owners', async () => {
    const more = { streetIds: ['339999003'] }
    for (const price of [10, 11, 12]) await put('qy1', price, more)
    await put('qy2', 13, more)
    const { id } = await put('qy2', 14, more)
    expect(await prices(id)).toBeNull()
  })

  it('are shown on the card of each item, together with the owner’s rate of answers', async () => {
    const [one] = await cards()
    const asked = (
      await t.as('gr1').post('/market/contact/request', { kind: 'workshopInfo', id: one!.id, phone: phones.gr1, message: '想看一下' })
    ).body.data
    const owner = (await t.as('qy1').get('/workshop/info/list', { pageSize: 100 })).body.data.list as { id: number }[]
    const who = owner.some(({ id }) => id === one!.id) ? 'qy1' : 'qy2'
    await t.as(who).post('/market/contact/mark', { id: asked.id, answered: true })
    await expect
      .poll(async () => (await cards()).map(({ against }) => against).toSorted(), { timeout: 5000 })
      .toEqual([-17, -8, 0, 17, 25].toSorted())
    await expect
      .poll(async () => (await cards()).find(({ id }) => id === one!.id)?.answers?.answered ?? 0, { timeout: 5000 })
      .toBeGreaterThan(0)
  })
})

it('the rate of a person is of what they offer themselves, not of what they registered for a company', async () => {
  const place = { streetIds: ['339999200'] }
  const [own, other] = [await put('gr1', 30, place), await put('gr1', 30, place)]
  const asked = async () => ((await t.as('qy2').get('/workshop/info/findById', { id: own.id })).body.data as Card).answers?.asked ?? 0
  const before = await asked()
  for (const { id } of [own, other])
    await t.as('qy1').post('/market/contact/request', { kind: 'workshopInfo', id, phone: phones.qy1, message: '想看一下' })
  const { company_id } = await t.kernel.db
    .selectFrom('sys_user')
    .select('company_id')
    .where('user_name', '=', 'qy2')
    .executeTakeFirstOrThrow()
  await t.kernel.db.updateTable('market_item').set({ company_id }).where('id', '=', other.id).execute()
  expect(await asked()).toBe(before + 1)
})

it('closing prices have a median of their own, without what was sold', async () => {
  const place = { streetIds: ['339999002'] }
  const rented = [
    ['qy1', 9],
    ['qy1', 10],
    ['qy2', 11],
    ['qy2', 12],
    ['gr1', 13],
  ] as const
  const stays = await put('gr1', 20, place)
  const end = async (who: Who, { id, version }: { id: number; version: number }, closingPrice: number) =>
    expect(
      (await t.as(who).post('/workshop/info/updateReviewState', { id, version, reviewState: 3, closing: 'deal', closingPrice })).body,
    ).toMatchObject({ success: true })
  // A rent that was not asked but agreed (面议) counts, too.
  const [agreed, ...asked] = rented
  const open = workshop(phones.qy1, { ...like, ...place, rentPrice: null })
  await end('qy1', await passedItem(t, 'qy1', 'workshop/info', open), agreed[1])
  for (const [who, price] of asked) await end(who, await put(who, price + 1, place), price)
  await put('gr1', 21, place)
  // Its price is per square metre, not per month.
  const sold = workshop(phones.qy2, { ...like, ...place, trade: '2', salePrice: 3000, rentPrice: null })
  await end('qy2', await passedItem(t, 'qy2', 'workshop/info', sold), 3000)
  expect(await prices(stays.id)).toMatchObject({ count: 6, deals: { median: 11, count: 5 } })
})
