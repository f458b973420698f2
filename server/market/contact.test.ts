import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { passedItem, workshop } from './testing/items.ts'
import { bindNumbers } from './testing/numbers.ts'

// Seen red: the record showed the number of today, also to somebody whom the owner had marked as a nuisance.
const phones = { qy1: '15430000001', gr1: '15430000003' }
const later = '15430000009'
const kind = 'workshopInfo'
let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await bindNumbers(t, phones)
})
const post = async (who: string, what: string, body: object) => (await t.as(who).post(what, body)).body
const shown = async (itemId: number) =>
  ((await t.as('gr1').get('/market/contact/list', { mine: 1, itemId })).body.data.list as { who: string; phone: string }[])[0]

it('a record tells the contact that was given; a changed one goes to who asks again, and not to whom the owner marked', async () => {
  const body = workshop(phones.qy1)
  const { id, version } = await passedItem(t, 'qy1', 'workshop/info', body)
  const ask = { kind, id, phone: phones.gr1, message: '想看一下' }
  const { data: given } = await post('gr1', '/market/contact/request', ask)
  expect(given).toMatchObject({ contactPhone: phones.qy1 })
  await bindNumbers(t, { qy1: later })
  const changed = await post('qy1', '/workshop/info/save', { ...body, id, version, contactPerson: '东方既明', contactPhone: later })
  expect(changed.data.reviewState).toBe(1)
  expect(await shown(id)).toMatchObject({ who: '慕容拾光', phone: phones.qy1 })

  await post('qy1', '/market/contact/mark', { id: given.id, mark: 'harass' })
  expect((await post('gr1', '/market/contact/request', ask)).data).toMatchObject({ id: given.id, contactPhone: phones.qy1 })
  expect(await shown(id)).toMatchObject({ phone: phones.qy1 })

  await post('qy1', '/market/contact/mark', { id: given.id, mark: '' })
  expect((await post('gr1', '/market/contact/request', ask)).data).toEqual({
    id: given.id,
    contactPerson: '东方既明',
    contactPhone: later,
  })
  expect(await shown(id)).toMatchObject({ who: '东方既明', phone: later })
})
