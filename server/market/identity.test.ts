import { beforeAll, describe, expect, it } from 'vitest'
import { actingFor } from '../kernel/testing/acting.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import type { Person } from '../kernel/testing/people.ts'
import { inboxOf, passedItem, workshop, type Made } from './testing/items.ts'
import { bindNumbers } from './testing/numbers.ts'

// Seen red: gr1 acting for qy1 saw and changed their own items in the company's pages, and the start page counted both.
const phones = { qy1: '15430000001', qy2: '15430000002', gr1: '15430000003' }
const kind = 'workshopInfo'
let t: TestApp
let [acting, self]: Person[] = []
/** The person's own: one waits for review, one is public. The company's is public. */
let waiting: Made
let listed: Made
let companys: Made
beforeAll(async () => {
  t = await testApp()
  await bindNumbers(t, phones)
  waiting = (await t.as('gr1').post('/workshop/info/save', workshop(phones.gr1))).body.data
  listed = await passedItem(t, 'gr1', 'workshop/info', workshop(phones.gr1))
  companys = await passedItem(t, 'qy1', 'workshop/info', workshop(phones.qy1))
  const made = await actingFor(t, 'gr1', 'qy1')
  acting = made.person
  self = await made.self()
})
const idsOf = async (who: Person, path: string, query: object = {}, key = 'id') =>
  (await who.get(path, { pageSize: 100, ...query })).body.data.list.map((row: Record<string, number>) => row[key])

describe('whoever acts for a company is refused at what is their own as a person', () => {
  it('reads it only as everybody does; what is not public says whose it is, on its page and at every move', async () => {
    const own = { code: 'OWN_AS_PERSON', msg: '这是您个人的厂房信息，请切回个人身份查看和办理' }
    expect((await acting!.get('/workshop/info/findById', { id: waiting.id })).body).toMatchObject(own)
    for (const id of [waiting.id, listed.id]) {
      const { version } = id === waiting.id ? waiting : listed
      const said = [
        await acting!.post('/workshop/info/save', { ...workshop(phones.gr1), id, version }),
        await acting!.post('/workshop/info/updateReviewState', { id, version, reviewState: 3 }),
        await acting!.form('/workshop/info/delete', { id: String(id) }),
        await acting!.post('/market/fresh/confirm', { kind, id }),
      ]
      for (const { body } of said) expect(body).toMatchObject(own)
    }
    const shown = (await acting!.get('/workshop/info/findById', { id: listed.id })).body.data
    expect(shown).toMatchObject({ ownAsPerson: true, standing: null, contactPhone: '154****0003' })
    // Somebody else's item still does not exist.
    const { data: others } = (await t.as('qy2').post('/workshop/info/save', workshop(phones.qy2))).body
    expect((await acting!.get('/workshop/info/findById', { id: others.id })).body.code).toBe('NOT_FOUND')
  })

  it('asks themselves for nothing under the other name', async () => {
    const said = [
      await acting!.post('/market/contact/request', { kind, id: listed.id, phone: phones.gr1, message: '想看一下' }),
      await acting!.post('/market/question/ask', { kind, id: listed.id, question: '可以分割吗？' }),
      await acting!.post('/market/report', { kind, id: listed.id, reason: '不实' }),
    ]
    for (const { body } of said) expect(body).toMatchObject({ code: 'OWN', msg: '这是您自己发布的信息' })
  })

  it('offers no half hours for it, and deals with nothing that others ask about it', async () => {
    expect((await acting!.post('/market/visit/offer', { kind, id: listed.id, starts: ['2099-01-05T02:00:00Z'] })).body.success).toBe(false)
    const start = new Date(Math.ceil((Date.now() + 86_400_000) / 1_800_000) * 1_800_000).toISOString()
    expect((await self!.post('/market/visit/offer', { kind, id: listed.id, starts: [start] })).body.data).toEqual({ added: 1 })
    const [slot] = (await t.as('qy2').get('/market/visit/slots', { kind, id: listed.id })).body.data
    expect((await acting!.post('/market/visit/close', { slotId: slot.id })).body.code).toBe('NOT_FOUND')
    const { data: visit } = (await t.as('qy2').post('/market/visit/book', { slotId: slot.id, phone: phones.qy2 })).body
    const { data: asked } = (await t.as('qy2').post('/market/question/ask', { kind, id: listed.id, question: '有货梯吗？' })).body
    const ask = { kind, id: listed.id, phone: phones.qy2, message: '想看一下' }
    const { data: given } = (await t.as('qy2').post('/market/contact/request', ask)).body
    const said = [
      await acting!.post('/market/visit/cancel', { id: visit.id, reason: '不方便' }),
      await acting!.post('/market/question/answer', { id: asked.id, answer: '有' }),
      await acting!.post('/market/contact/mark', { id: given.id, mark: 'agent' }),
    ]
    for (const { body } of said) expect(body.code).toBe('NOT_FOUND')
    for (const [path, id] of [
      ['/market/visit/list', visit.id],
      ['/market/question/mine', asked.id],
      ['/market/contact/list', given.id],
    ] as const) {
      expect(await idsOf(acting!, path), path).not.toContain(id)
      expect(await idsOf(self!, path), path).toContain(id)
    }
    expect((await self!.post('/market/question/answer', { id: asked.id, answer: '有' })).body.success).toBe(true)
    expect((await self!.post('/market/visit/cancel', { id: visit.id, reason: '不方便' })).body.success).toBe(true)
  })
})

it('list, count, log, to-dos and the start page show the items of the identity in which somebody acts', async () => {
  const own = [waiting.id, listed.id]
  for (const path of ['/workshop/info/list', '/market/mine']) {
    const [seen, selfSeen] = [await idsOf(acting!, path), await idsOf(self!, path)]
    expect(seen, path).toEqual(expect.arrayContaining([companys.id]))
    for (const id of own) expect(seen, path).not.toContain(id)
    expect(selfSeen, path).toEqual(expect.arrayContaining(own))
    expect(selfSeen, path).not.toContain(companys.id)
  }
  const of = async (who: Person) => (await who.get('/market/mine')).body.data.total
  expect(await of(acting!), 'as the company’s own account').toBe(await of(t.as('qy1')))
  const logged = await idsOf(acting!, '/workshop/reviewLog/list', {}, 'itemId')
  expect(logged).toContain(companys.id)
  expect(logged).not.toContain(listed.id)
  const todo = async (who: Person) =>
    (await who.get('/work/list')).body.data.list.find(({ kind: one }: { kind: string }) => one === 'market-confirm')?.count ?? 0
  const old = new Date(Date.now() - 28 * 86_400_000).toISOString()
  const before = [await todo(acting!), await todo(self!)]
  await t.kernel.db.updateTable('market_item').set({ fresh_at: old }).where('id', '=', listed.id).execute()
  expect([await todo(acting!), await todo(self!)]).toEqual([before[0], before[1] + 1])
})

it('a notice about a person’s own item leads to a page that says whose it is', async () => {
  const { version } = waiting
  const said = await t.as('market1').post('/workshop/info/updateReviewState', {
    id: waiting.id,
    version,
    reviewState: 2,
    reviewOpinion: '请补充地址',
  })
  expect(said.body.success).toBe(true)
  const notice = (await inboxOf(t, 'gr1')).find(({ title }) => title.includes('未通过审核'))
  expect(notice?.link).toBe('/work/myShopWrok')
  expect((await acting!.get('/workshop/info/findById', { id: waiting.id })).body.code).toBe('OWN_AS_PERSON')
  expect((await self!.get('/workshop/info/findById', { id: waiting.id })).body.data.standing).toMatchObject({ mine: true })
})
