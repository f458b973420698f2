import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, shanghaiDay } from '../../contract/shanghai.ts'
import { up } from '../../db/migrations/0930_market_approved.ts'
import { erasePersonal } from '../kernel/access/personal-data.ts'
import { forget } from '../identity/index.ts'
import { actingFor } from '../kernel/testing/acting.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { inboxOf, passedItem, workshop } from './testing/items.ts'
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

it('numbers are taken as people write them, and given as numbers', async () => {
  await bindNumbers(t, phones)
  const written = (phone: string) => `+86 ${phone.slice(0, 3)} ${phone.slice(3, 7)}-${phone.slice(7)}`
  const body = workshop(written(phones.qy1))
  for (const wrong of ['abc', '1543000', '+1 154 3000 0001']) {
    const refused = await post('qy1', '/workshop/info/save', { ...body, contactPhone: wrong })
    expect(refused.fields, wrong).toEqual([{ path: 'contactPhone', message: '手机号格式错误' }])
  }
  const { id, version } = await passedItem(t, 'qy1', 'workshop/info', body)
  const ask = { kind, id, message: '想看一下' }
  const empty = await post('gr1', '/market/contact/request', { ...ask, phone: '' })
  expect(empty.fields?.[0]).toEqual({ path: 'phone', message: '手机号不能为空' })
  // A number of somebody else still needs a code.
  expect((await post('gr1', '/market/contact/request', { ...ask, phone: written(phones.qy2) })).fields?.[0]?.path).toBe('verifyCode')
  const asked = await post('gr1', '/market/contact/request', { ...ask, phone: written(phones.gr1) })
  expect(asked.data).toMatchObject({ contactPhone: phones.qy1 })
  const rows = (await t.as('qy1').get('/market/contact/list', { itemId: id })).body.data.list
  expect(rows).toEqual([expect.objectContaining({ phone: phones.gr1 })])
  const start = `${shanghaiDay(Date.now() + 2 * DAY_MS)} 09:00:00`
  await post('qy1', '/market/visit/offer', { kind, id, starts: [start] })
  const [slot] = (await t.as('gr1').get('/market/visit/slots', { kind, id })).body.data
  const booked = await post('gr1', '/market/visit/book', { slotId: slot.id, phone: '１５４３ ０００ ０００３' })
  expect(booked, JSON.stringify(booked)).toMatchObject({ success: true })
  // The same number in another form is no change that needs a review.
  const saved = await post('qy1', '/workshop/info/save', { ...body, id, version, contactPhone: phones.qy1 })
  expect(saved.data.reviewState).toBe(1)
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

// Before: nothing of it was said before the closing, and the owner waited for a visitor whose account was gone.
it('whoever closes an account reads before what becomes of their items and visits; a visit is called off and its owner told', async () => {
  const own = await passedItem(t, 'gr1', 'workshop/info', workshop(phones.gr1))
  await post('gr1', '/workshop/info/save', workshop(phones.gr1, { title: '待审核的厂房' }))
  const other = await passedItem(t, 'qy1', 'workshop/info', workshop(phones.qy1))
  const start = `${shanghaiDay(Date.now() + 2 * DAY_MS)} 09:00:00`
  await post('qy1', '/market/visit/offer', { kind, id: other.id, starts: [start] })
  const [slot] = (await t.as('gr1').get('/market/visit/slots', { kind, id: other.id })).body.data
  expect(await post('gr1', '/market/visit/book', { slotId: slot.id, phone: phones.gr1 })).toMatchObject({ success: true })
  const open = async (who: string) => (await t.as(who).get('/sys/account/data')).body.data.open as Record<string, unknown>[]
  expect(await open('gr1')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ title: '厂房（待审核）', count: expect.any(Number), atClosing: '联系人和电话随账号删除，不能再审核通过' }),
      expect.objectContaining({ title: '厂房（已公开）', count: expect.any(Number), atClosing: '不再公开，别人约好的看房取消并通知对方' }),
      expect.objectContaining({ title: '约好的看房（厂房）', count: expect.any(Number), atClosing: '取消并通知对方' }),
    ]),
  )
  expect(await open('qy1')).toContainEqual(expect.objectContaining({ title: '以本账号为联系人的企业厂房' }))
  const { id } = await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'gr1').executeTakeFirstOrThrow()
  await t.kernel.db.transaction().execute((db) => erasePersonal(db, id))
  expect((await t.as('qy1').get('/market/visit/list', { itemId: other.id })).body.data.list).toEqual([
    expect.objectContaining({ stateName: '已取消', outcome: '约看的人已注销账号' }),
  ])
  const told = await t.kernel.db.selectFrom('notice').select('body').where('body', '=', '约看的人已注销账号').execute()
  expect(told.length).toBeGreaterThan(0)
  expect((await open('gr1')).filter(({ title }) => title === '厂房（已公开）' || title === '约好的看房（厂房）')).toEqual([])
  expect((await t.as(null).get('/workshop/info/findById', { id: own.id })).body.code).toBe('NOT_FOUND')
})

describe('when the person who was the contact of a company closes their account', () => {
  const close = async (who: string) => {
    const { id } = await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', who).executeTakeFirstOrThrow()
    await t.kernel.db.transaction().execute((db) => erasePersonal(db, id))
    // As when an account is closed: otherwise the ended session is remembered for a moment.
    forget(t.kernel, { users: [id] })
  }
  const ask = (id: number) => post('qy2', '/market/contact/request', { kind, id, phone: phones.qy2, message: '想看一下' })
  const sale = { contactPerson: '周小溪' }

  it('the company’s account becomes the contact also when the company ends the binding; what was given before stays given', async () => {
    const { person, company, bindingId } = await actingFor(t, 'gr1', 'qy1')
    await bindNumbers(t, { qy1: later })
    const { data: saved } = (await person.post('/workshop/info/save', workshop(phones.gr1, sale))).body
    await post('market1', '/workshop/info/updateReviewState', { id: saved.id, version: saved.version, reviewState: 1 })
    expect((await ask(saved.id)).data).toMatchObject({ contactPhone: phones.gr1 })
    expect((await company.form('/personal/company/delete', { id: String(bindingId) })).body.success).toBe(true)
    expect((await t.as('qy1').get('/workshop/info/findById', { id: saved.id })).body.data).toMatchObject({
      reviewState: 1,
      contactPhone: later,
    })
    const [record] = (await t.as('qy2').get('/market/contact/list', { mine: 1, itemId: saved.id })).body.data.list
    expect(record).toMatchObject({ phone: phones.gr1 })
    expect((await ask(saved.id)).data).toMatchObject({ contactPhone: later })
  })

  it('the company’s account becomes the contact and is told; nobody reads the number of the person any more', async () => {
    const { person } = await actingFor(t, 'gr1', 'qy1')
    await bindNumbers(t, { gr1: phones.gr1, qy1: later })
    const { data: saved } = (await person.post('/workshop/info/save', workshop(phones.gr1, sale))).body
    const { data: passed } = await post('market1', '/workshop/info/updateReviewState', {
      id: saved.id,
      version: saved.version,
      reviewState: 1,
    })
    const title = (await t.as(null).get('/workshop/info/findById', { id: saved.id })).body.data.title as string
    // The company registered this one; the person only became its contact later.
    const own = await passedItem(t, 'qy1', 'workshop/info', workshop(later))
    const named = await person.get('/workshop/info/findById', { id: own.id })
    const { standing, ...body } = named.body.data
    const kept = Object.fromEntries(Object.keys(workshop('')).map((key) => [key, body[key]]))
    const moved = { ...kept, ...sale, contactPhone: phones.gr1, id: own.id, version: standing.version }
    expect((await person.post('/workshop/info/save', moved)).body.data.reviewState).toBe(1)
    // Nobody else's number is touched.
    const other = await passedItem(t, 'qy1', 'workshop/info', workshop(later, { contactPerson: '东方既明' }))
    for (const id of [saved.id, own.id, other.id]) expect(await ask(id)).toMatchObject({ success: true })

    await close('gr1')
    const account = (await t.as('qy1').get('/workshop/info/findById', { id: other.id })).body.data
    expect(account).toMatchObject({ contactPerson: '东方既明', contactPhone: later })
    for (const id of [saved.id, own.id]) {
      expect((await t.as('qy1').get('/workshop/info/findById', { id })).body.data).toMatchObject({ reviewState: 1, contactPhone: later })
      const [record] = (await t.as('qy2').get('/market/contact/list', { mine: 1, itemId: id })).body.data.list
      expect(record).toMatchObject({ who: '已注销用户', phone: '' })
      expect((await ask(id)).data).toMatchObject({ contactPhone: later })
    }
    const [untouched] = (await t.as('qy2').get('/market/contact/list', { mine: 1, itemId: other.id })).body.data.list
    expect(untouched).toMatchObject({ who: '东方既明', phone: later })
    const told = (await inboxOf(t, 'qy1')).find((notice) => notice.title.includes('等 2 条供需信息的联系人已改为'))
    expect(told?.title).toContain(title)
    expect(passed.reviewState).toBe(1)
  })

  it('a company without another account is not public until somebody names a contact', async () => {
    const body = workshop(later)
    const { id } = await passedItem(t, 'qy1', 'workshop/info', body)
    const { data: given } = await ask(id)
    expect(given).toMatchObject({ contactPhone: later })
    await post('qy1', '/market/contact/mark', { id: given.id, mark: 'agent' })
    await close('qy1')
    expect((await t.as(null).get('/workshop/info/findById', { id })).body.code).toBe('NOT_FOUND')
    const [record] = (await t.as('qy2').get('/market/contact/list', { mine: 1, itemId: id })).body.data.list
    expect(record).toMatchObject({ who: '已注销用户', phone: '' })
    expect(await post('qy1', '/market/fresh/confirm', { kind, id })).toMatchObject({ code: 'NOBODY' })
    const { version } = (await t.as('qy1').get('/workshop/info/findById', { id })).body.data.standing
    expect((await post('qy1', '/workshop/info/save', { ...body, id, version })).data.reviewState).toBe(1)
    expect((await t.as(null).get('/workshop/info/findById', { id })).body.data).toMatchObject({ id, reviewState: 1 })
  })
})

// Seen red: the lists showed “没有人审核过的标题” to the visitor.
it('whoever asked for a contact or booked a visit reads title and address as approved, however the owner changes them meanwhile', async () => {
  await bindNumbers(t, phones)
  const body = workshop(phones.qy1)
  const { id, version } = await passedItem(t, 'qy1', 'workshop/info', body)
  await post('gr1', '/market/contact/request', { kind, id, phone: phones.gr1, message: '想看一下' })
  const day = shanghaiDay(Date.now() + 5 * DAY_MS)
  await post('qy1', '/market/visit/offer', { kind, id, starts: [`${day} 09:00:00`] })
  const [slot] = (await t.as('gr1').get('/market/visit/slots', { kind, id })).body.data
  const { data: visit } = await post('gr1', '/market/visit/book', { slotId: slot.id, phone: phones.gr1 })
  const { data: question } = await post('gr1', '/market/question/ask', { kind, id, question: '有货梯吗？' })
  const unread = { title: '没有人审核过的标题', address: '没有人审核过的路 1 号' }
  const changed = await post('qy1', '/workshop/info/save', { ...body, ...unread, id, version })
  expect(changed.data.reviewState).toBe(0)

  const first = async (who: string, what: string) => (await t.as(who).get(what, { itemId: id })).body.data.list[0]
  for (const what of ['/market/contact/list', '/market/visit/list']) {
    expect(await first('gr1', what), what).toMatchObject({ title: body.title })
    expect(await first('qy1', what), what).toMatchObject({ title: unread.title })
  }
  expect(await first('gr1', '/market/visit/list')).toMatchObject({ address: body.address })
  expect(await first('qy1', '/market/visit/list')).toMatchObject({ address: unread.address })
  await post('qy1', '/market/question/answer', { id: question.id, answer: '有两部。' })
  await post('qy1', '/market/visit/cancel', { id: visit.id, reason: '检修' })
  const told = (await inboxOf(t, 'gr1')).map(({ title }) => title)
  expect(told).toContain(`“${body.title}”回答了您的问题`)
  expect(told).toContain(`${day} 09:00 看“${body.title}”的约定已取消`)
  expect(told.filter((title) => title.includes(unread.title))).toEqual([])
})

it('what an earlier release approved is read as it was approved, unless it was changed since', async () => {
  await bindNumbers(t, phones)
  const asked = async (more: object = {}) => {
    const body = workshop(phones.qy1)
    const { id, version } = await passedItem(t, 'qy1', 'workshop/info', body)
    await post('gr1', '/market/contact/request', { kind, id, phone: phones.gr1, message: '想看一下' })
    const { data } = await post('qy1', '/workshop/info/save', { ...body, ...more, id, version })
    return { id, body, version: data.version as number }
  }
  const unread = { title: '没有人审核过的标题', address: '没有人审核过的路 1 号' }
  const [untouched, adjusted, changed] = [await asked(), await asked({ rentPrice: 9 }), await asked(unread)]
  const ids = [untouched.id, adjusted.id, changed.id]
  // As approvals were recorded before.
  await sql`update flow_log set payload = case when row_id = ${adjusted.id} then payload - 'address' end
    where flow = 'market' and move = 'approve' and row_id = any(${ids})`.execute(t.kernel.db)
  await up(t.kernel.db as never)
  const seen = async (id: number) => (await t.as('gr1').get('/market/contact/list', { mine: 1, itemId: id })).body.data.list[0].title
  for (const { id, body, version } of [untouched, adjusted])
    await post('qy1', '/workshop/info/save', { ...body, ...unread, rentPrice: 9, id, version })
  expect([await seen(untouched.id), await seen(adjusted.id)]).toEqual([untouched.body.title, adjusted.body.title])
  expect(await seen(changed.id)).toBe('不再公开的厂房')
  const kept = await sql<{
    payload: unknown
  }>`select payload from flow_log where flow = 'market' and move = 'approve' and row_id = ${adjusted.id}`.execute(t.kernel.db)
  expect(kept.rows).toEqual([{ payload: { title: adjusted.body.title, address: adjusted.body.address } }])
})

describe('the people who ask about items of the county', () => {
  const plain = /(?<![\d*])1\d{10}(?!\d)/
  const people = async (who: string) => {
    const all: { phone?: string; who: string; mine: boolean }[] = []
    for (const what of ['/market/contact/list', '/market/visit/list'])
      all.push(...(await t.as(who).get(what, { pageSize: 100 })).body.data.list)
    return all.map(({ phone = '', who: name }) => `${name} ${phone}`)
  }
  it('are masked for staff who only read, also while a security officer looks through their eyes', async () => {
    const ofLeader = await people('leader1')
    expect(ofLeader.length).toBeGreaterThan(0)
    expect(ofLeader.filter((one) => plain.test(one))).toEqual([])
    expect(ofLeader.some((one) => one.includes('****'))).toBe(true)
  })
  it('are shown to staff who manage items, but not to an officer who views the platform as them', async () => {
    expect((await people('market1')).some((one) => plain.test(one))).toBe(true)
    const { id } = (await t.as('security1').get('/sys/user/list', { name: 'market1' })).body.data.list[0]
    expect((await post('security1', '/sys/viewAs/start', { userId: id, reason: '核对能看到什么' })).success).toBe(true)
    const seen = await people('security1')
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter((one) => plain.test(one))).toEqual([])
  })
})
