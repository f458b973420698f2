import { beforeAll, expect, it } from 'vitest'
import { DAY_MS, shanghaiDay } from '../../contract/shanghai.ts'
import { erasePersonal } from '../kernel/access/personal-data.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { passedItem, workshop } from './testing/items.ts'
import { bindNumbers } from './testing/numbers.ts'

// Seen red: the record showed the number of today, also to somebody whom the owner had marked as a nuisance.
const phones = { qy1: '15430000001', qy2: '15430000002', gr1: '15430000003' }
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

it('a record shows the contact that was given; a new request gives a changed one, unless the owner marked the requester', async () => {
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

it('once the account of an owner is closed, nobody who asked reads the name or the number, and nobody else asks or comes', async () => {
  const { id } = await passedItem(t, 'gr1', 'workshop/info', workshop(phones.gr1))
  const { data: given } = await post('qy2', '/market/contact/request', { kind, id, phone: phones.qy2, message: '想看一下' })
  expect(given).toMatchObject({ contactPerson: '慕容拾光', contactPhone: phones.gr1 })
  const start = `${shanghaiDay(Date.now() + 2 * DAY_MS)} 09:00:00`
  await post('gr1', '/market/visit/offer', { kind, id, starts: [start] })
  const [slot] = (await t.as('qy2').get('/market/visit/slots', { kind, id })).body.data
  expect(await post('qy2', '/market/visit/book', { slotId: slot.id, phone: phones.qy2 })).toMatchObject({ success: true })

  const owner = await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'gr1').executeTakeFirstOrThrow()
  await t.kernel.db.transaction().execute((db) => erasePersonal(db, owner.id))
  const read = async (what: string) => (await t.as('qy2').get(what, { itemId: id })).body.data.list
  expect(await read('/market/contact/list')).toEqual([expect.objectContaining({ mine: true, who: '已注销用户', phone: '' })])
  expect(await read('/market/visit/list')).toEqual([expect.objectContaining({ stateName: '已取消', outcome: '发布人已注销账号' })])
  expect((await t.as(null).get('/workshop/info/findById', { id })).body.code).toBe('NOT_FOUND')
})

it('a company keeps its item when the person closes their account who registered it; who was marked reads no number', async () => {
  const { id } = await passedItem(t, 'qy1', 'workshop/info', workshop(later))
  const ask = { kind, id, phone: phones.qy2, message: '想看一下' }
  const { data: given } = await post('qy2', '/market/contact/request', ask)
  expect(given).toMatchObject({ contactPhone: later })
  // Whoever is marked is told what was given then, not what stands in the item.
  await post('qy1', '/market/contact/mark', { id: given.id, mark: 'agent' })
  const owner = await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'qy1').executeTakeFirstOrThrow()
  await t.kernel.db.transaction().execute((db) => erasePersonal(db, owner.id))
  expect((await t.as(null).get('/workshop/info/findById', { id })).body.data).toMatchObject({ id, reviewState: 1 })
  const again = await post('qy2', '/market/contact/request', ask)
  expect(again).toMatchObject({ success: true, data: { id: given.id } })
  expect(JSON.stringify(again)).not.toContain(later)
  expect(JSON.stringify(again)).not.toContain('慕容拾光')
})
