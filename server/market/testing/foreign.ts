import { DAY_MS, shanghaiDay } from '../../../contract/shanghai.ts'
import { marketKinds, type MarketKind } from '../../../contract/market/states.ts'
import type { TestApp } from '../../kernel/testing/harness.ts'
import { bindNumbers } from './numbers.ts'

const phones = { qy1: '15430000001', qy2: '15430000002', gr1: '15430000003' }
/** What must not be read by anybody else: words of the title and the address, the name and the number of the contact. */
export const secrets = { words: /秘而不宣/, contact: /慕容拾光|15430000001/ }
export const publicTitle = (kind: MarketKind): string => `众所周知 ${kind}`
const contact = { contactPerson: '慕容拾光', contactPhone: phones.qy1 }
/** Visitors, a person, another company, and staff without a right to the market. */
export const strangers = [null, 'gr1', 'qy2', 'front1', 'fin1'] as const
export interface Owned {
  kind: MarketKind
  id: number
  version: number
}

const forms: Readonly<Record<MarketKind, object>> = {
  workshopInfo: { streetIds: ['339999001'], address: '秘而不宣路 1 号', nature: '01', trade: '1', rentArea: 2000, rentPrice: 15 },
  landInfo: { streetIds: ['339999001'], address: '秘而不宣路 2 号', landArea: 20, landNature: '01', supplyMode: '01' },
  workshopDemand: { streetIds: [], trade: '4', areaMin: 800 },
  landDemand: { streetIds: [], areaMin: 10 },
}

export const bindStrangers = (t: TestApp): Promise<void> => bindNumbers(t, phones)

/** An item of qy1 in a state: 0 waits, 1 is public, 2 was refused, 3 was taken down. */
export async function ownedItem(t: TestApp, kind: MarketKind, state: 0 | 1 | 2 | 3): Promise<Owned> {
  const { base } = marketKinds[kind]
  const done = async (who: string, what: string, body: object) => {
    const answer = (await t.as(who).post(`${base}/${what}`, body)).body
    if (!answer.success) throw new Error(JSON.stringify(answer))
    return answer.data as Owned
  }
  const { id, version } = await done('qy1', 'save', {
    ...forms[kind],
    ...contact,
    title: state === 1 ? publicTitle(kind) : `秘而不宣 ${kind} ${state}`,
  })
  const item = { kind, id, version }
  const decide = async (who: string, reviewState: number) => {
    item.version = (await done(who, 'updateReviewState', { id, version: item.version, reviewState, reviewOpinion: '不实' })).version
  }
  if (state > 0) await decide('market1', state === 2 ? 2 : 1)
  if (state === 3) await decide('qy1', 3)
  return item
}

interface Said {
  who: (typeof strangers)[number]
  what: string
  status: number
  body: { success: boolean; code?: string; data: any }
  text: string
}
/** Every call that takes the id of an item, but `without`, made by somebody else, under its kind or another. */
export async function* saidTo(
  t: TestApp,
  who: (typeof strangers)[number],
  { id, version }: Owned,
  { kind, without }: { kind: MarketKind; without?: string },
): AsyncGenerator<Said> {
  const { base, of } = marketKinds[kind]
  const one = { kind, id }
  const tomorrow = shanghaiDay(Date.now() + DAY_MS)
  const calls: [method: 'get' | 'post' | 'form', what: string, input: object][] = [
    ['get', `${base}/findById`, { id }],
    ['post', `${base}/save`, { ...forms[kind], ...contact, title: '抢来的', id, version }],
    ['form', `${base}/delete`, { id: String(id), version: String(version) }],
    ...[0, 1, 2, 3].map((reviewState): [method: 'post', what: string, input: object] => [
      'post',
      `${base}/updateReviewState`,
      { id, version, reviewState, reviewOpinion: '夺' },
    ]),
    ['form', `${base}/incViewNum`, { id: String(id) }],
    ['get', `/${of}/reviewLog/list`, { itemId: id }],
    ['post', '/market/fresh/confirm', one],
    ['get', '/market/match/forDemand', one],
    ['get', '/market/match/forSupply', one],
    ['post', '/market/contact/request', { ...one, phone: phones.gr1, message: '给我' }],
    ['get', '/market/contact/list', { itemId: id }],
    ['post', '/market/visit/offer', { ...one, starts: [`${tomorrow} 09:00:00`] }],
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
  for (const [method, what, input] of calls) {
    if (what === without) continue
    const { status, body, raw } = await t.as(who)[method](what, input as Record<string, string>)
    yield { who, what, status, body: body as Said['body'], text: String(raw) }
  }
}
