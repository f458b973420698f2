import { beforeAll, expect, it } from 'vitest'
import { DAY_MS, shanghaiDay } from '../../contract/shanghai.ts'
import { marketKindKeys, marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { bindNumbers } from './testing/numbers.ts'

const phones = { qy1: '15430000001', qy2: '15430000002', gr1: '15430000003' }
const contact = { contactPerson: '慕容拾光', contactPhone: phones.qy1 }
let t: TestApp
/** Of each kind one that waits, one that was refused and one that was taken down, all of qy1. */
const hidden: { kind: MarketKind; id: number; version: number; title: string }[] = []
const open: { kind: MarketKind; id: number; version: number }[] = []
const post = async (who: string | null, what: string, body: object) => (await t.as(who).post(what, body)).body

const forms: Readonly<Record<MarketKind, object>> = {
  workshopInfo: { streetIds: ['339999001'], address: '秘而不宣路 1 号', nature: '01', trade: '1', rentArea: 2000, rentPrice: 15 },
  landInfo: { streetIds: ['339999001'], address: '秘而不宣路 2 号', landArea: 20, landNature: '01', supplyMode: '01' },
  workshopDemand: { streetIds: [], trade: '4', areaMin: 800 },
  landDemand: { streetIds: [], areaMin: 10 },
}
beforeAll(async () => {
  t = await testApp()
  await bindNumbers(t, phones)
  for (const kind of marketKindKeys)
    for (const state of [0, 2, 3, 1]) {
      const { base } = marketKinds[kind]
      const form = { ...forms[kind], ...contact, title: `秘而不宣 ${kind} ${state}` }
      const saved = await post('qy1', `${base}/save`, form)
      if (!saved.success) throw new Error(JSON.stringify(saved))
      let { id, version } = saved.data
      const decide = async (who: string, reviewState: number) => {
        const moved = await post(who, `${base}/updateReviewState`, { id, version, reviewState, reviewOpinion: '不实' })
        if (!moved.success) throw new Error(JSON.stringify(moved))
        version = moved.data.version
      }
      if (state === 2) await decide('market1', 2)
      if (state === 1 || state === 3) await decide('market1', 1)
      if (state === 3) await decide('qy1', 3)
      if (state === 1) open.push({ kind, id, version })
      else hidden.push({ kind, id, version, title: form.title })
    }
})

const strangers = [null, 'gr1', 'qy2', 'front1', 'fin1'] as const
const tomorrow = () => shanghaiDay(Date.now() + DAY_MS)
/** Everything that takes the id of an item, as JSON or as a form. */
function calls(kind: MarketKind, id: number, version: number): [method: 'get' | 'post' | 'form', what: string, input: object][] {
  const { base, of } = marketKinds[kind]
  const one = { kind, id }
  return [
    ['get', `${base}/findById`, { id }],
    ['post', `${base}/save`, { ...forms[kind], ...contact, title: '抢来的', id, version }],
    ['form', `${base}/delete`, { id: String(id), version: String(version) }],
    ...[0, 1, 2, 3].map(
      (reviewState) => ['post', `${base}/updateReviewState`, { id, version, reviewState, reviewOpinion: '夺' }] as ['post', string, object],
    ),
    ['form', `${base}/incViewNum`, { id: String(id) }],
    ['get', `/${of}/reviewLog/list`, { itemId: id }],
    ['post', '/market/fresh/confirm', one],
    ['get', '/market/match/forDemand', one],
    ['get', '/market/match/forSupply', one],
    ['post', '/market/contact/request', { ...one, phone: phones.gr1, message: '给我' }],
    ['get', '/market/contact/list', { itemId: id }],
    ['post', '/market/visit/offer', { ...one, starts: [`${tomorrow()} 09:00:00`] }],
    ['get', '/market/visit/slots', one],
    ['get', '/market/visit/list', { itemId: id }],
    ['get', '/market/like', one],
    ['post', '/market/report', { ...one, reason: '假的' }],
    ['post', '/market/review/batch', { kind, items: [{ id, version }], reviewState: 1, reviewOpinion: '' }],
    ['get', '/market/cost', { ...one, area: 500, years: 1 }],
    ['post', '/market/favourite/set', { ...one, on: true }],
    ['get', '/market/question/list', one],
    ['post', '/market/question/ask', { ...one, question: '有货梯吗？' }],
  ]
}

it('nobody reaches an item of somebody else that is not public, by any call, nor learns a word of it', async () => {
  const before = await t.kernel.db
    .selectFrom('market_item')
    .selectAll()
    .where(
      'id',
      'in',
      hidden.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  const told: string[] = []
  for (const { kind, id, version } of hidden)
    for (const other of [kind, ...marketKindKeys.filter((each) => each !== kind)])
      for (const [method, what, input] of calls(other, id, version))
        for (const who of strangers) {
          const { status, body, raw } = await t.as(who)[method](what, input as Record<string, string>)
          const text = String(raw)
          const said = `${who} ${what} ${other} ${JSON.stringify(body).slice(0, 300)}`
          if (status >= 500) told.push(said)
          if (/秘而不宣|慕容|15430000001/.test(text)) told.push(said)
          const empty =
            body.success
            && (Array.isArray(body.data)
              || body.data?.total === 0
              || what === '/market/like'
              || (body.data?.succeeded ?? body.data?.done) === 0)
          if (body.success && !empty && what !== '/market/review/batch') told.push(said)
        }
  expect(told).toEqual([])
  const after = await t.kernel.db
    .selectFrom('market_item')
    .selectAll()
    .where(
      'id',
      'in',
      hidden.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  expect(after).toEqual(before)
})

it('what is public tells nobody else its contact, and is changed by nobody else', async () => {
  const told: string[] = []
  for (const { kind, id, version } of open)
    for (const [method, what, input] of calls(kind, id, version))
      for (const who of strangers) {
        if (what === '/market/contact/request') continue
        const { status, body, raw } = await t.as(who)[method](what, input as Record<string, string>)
        if (status >= 500 || /慕容拾光|15430000001/.test(String(raw))) told.push(`${who} ${what} ${JSON.stringify(body).slice(0, 300)}`)
      }
  expect(told).toEqual([])
  const rows = await t.kernel.db
    .selectFrom('market_item')
    .select(['state', 'version', 'deleted'])
    .where(
      'id',
      'in',
      open.map(({ id }) => id),
    )
    .execute()
  expect(rows).toEqual(open.map(({ version }) => ({ state: 1, version, deleted: false })))
})
