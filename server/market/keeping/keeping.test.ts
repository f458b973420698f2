import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../../kernel/clock.ts'
import { bindNumbers } from '../testing/numbers.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { tellSearches } from './searches.ts'

const clock = movableClock('2026-06-01T01:00:00Z')
let t: TestApp
const phone = '15430000001'
beforeAll(async () => {
  t = await testApp({ clock })
  await bindNumbers(t, { qy1: phone })
})
const post = async (who: string | null, what: string, body: object) => (await t.as(who).post(what, body)).body
const get = async (who: string | null, what: string, query: Record<string, unknown> = {}) => (await t.as(who).get(what, query)).body
let n = 0
async function listed(more: object = {}): Promise<{ id: number; version: number; body: Record<string, unknown> }> {
  const body = {
    title: `枫桥工业区 ${++n} 号厂房`,
    streetIds: ['339999001'],
    address: `枫桥路 ${n} 号`,
    nature: '01',
    trade: '1',
    rentArea: 2000,
    rentPrice: 15.5,
    contactPerson: '慕容拾光',
    contactPhone: phone,
    ...more,
  }
  const { data } = await post('qy1', '/workshop/info/save', body)
  const { data: passed } = await post('market1', '/workshop/info/updateReviewState', { id: data.id, version: data.version, reviewState: 1 })
  return { id: data.id, version: passed.version, body }
}
const kind = 'workshopInfo'
const inbox = async (who: string): Promise<{ title: string; body: string }[]> =>
  (await get(who, '/sys/notice/list', { pageSize: 50 })).data.list

describe('收藏', () => {
  it('is for users who seek, and for listed items; a repeated call stores one', async () => {
    const { id } = await listed()
    expect((await post('market1', '/market/favourite/set', { kind, id, on: true })).code).toBe('FORBIDDEN')
    expect((await post('gr1', '/market/favourite/set', { kind, id: 999_999_999, on: true })).code).toBe('NOT_FOUND')
    expect((await post('gr1', '/market/favourite/set', { kind: 'landInfo', id, on: true })).code).toBe('NOT_FOUND')
    for (let turn = 0; turn < 2; turn++) expect((await post('gr1', '/market/favourite/set', { kind, id, on: true })).success).toBe(true)
    const { total, list } = (await get('gr1', '/market/favourite/list', { itemId: id })).data
    expect([total, list[0].listed, list[0].priceText]).toEqual([1, true, '租金 15.5 元/㎡·月'])
    expect((await get('qy2', '/market/favourite/list', { itemId: id })).data.total).toBe(0)
    expect((await post('gr1', '/market/favourite/set', { kind, id, on: false })).success).toBe(true)
    expect((await get('gr1', '/market/favourite/list', { itemId: id })).data.total).toBe(0)
  })

  it('its owner is notified of a changed price and of the end; an item that is gone keeps only its title', async () => {
    const { id, version, body } = await listed()
    await post('gr1', '/market/favourite/set', { kind, id, on: true })
    const { data } = await post('qy1', '/workshop/info/save', { ...body, id, version, rentPrice: 12 })
    expect(await inbox('gr1')).toContainEqual(
      expect.objectContaining({ title: `您收藏的“${body.title}”有变化`, body: '租金：15.5 元/㎡·月 → 12 元/㎡·月' }),
    )
    await post('qy1', '/workshop/info/updateReviewState', { id, version: data.version, reviewState: 3, closing: 'deal' })
    expect(await inbox('gr1')).toContainEqual(expect.objectContaining({ title: `您收藏的“${body.title}”已下架`, body: '已成交' }))
    const [kept] = (await get('gr1', '/market/favourite/list', { itemId: id })).data.list
    expect(kept).toMatchObject({ listed: false, title: body.title, priceText: '', areaText: '' })
  })
})

describe('收藏的价格', () => {
  it('its changes are told at most once a day', async () => {
    const { id, body, ...first } = await listed()
    await post('gr1', '/market/favourite/set', { kind, id, on: true })
    let { version } = first
    const change = async (rentPrice: number) => {
      const { data } = await post('qy1', '/workshop/info/save', { ...body, id, version, rentPrice })
      version = data.version
    }
    const told = async () =>
      (await inbox('gr1')).filter(({ title }) => title === `您收藏的“${body.title}”有变化`).map((notice) => notice.body)
    for (const price of [12, 13, 12.5]) await change(price)
    expect(await told()).toEqual(['租金：15.5 元/㎡·月 → 12 元/㎡·月'])
    clock.advance(86_400_000)
    for (const price of [11, 10]) await change(price)
    expect(await told()).toEqual(['租金：12.5 元/㎡·月 → 11 元/㎡·月', '租金：15.5 元/㎡·月 → 12 元/㎡·月'])
    expect((await get('gr1', '/market/favourite/list', { itemId: id })).data.list[0].priceText).toBe('租金 10 元/㎡·月')
  })
})

describe('保存的筛选', () => {
  it('is refused for filters that the list refuses, stored once, and visible only to its owner', async () => {
    const save = (filters: object, who = 'gr1') => post(who, '/market/search/save', { kind, name: '大厂房', filters })
    expect((await save({ box: '1,2,3' })).fields?.[0]?.path).toBe('filters.box')
    expect((await save({ phone: '1' })).fields).toEqual([{ path: 'filters.phone', message: '不支持的字段：phone' }])
    expect((await save({ areaMin: '500', areaMax: '100' })).fields).toEqual([{ path: 'filters.areaMax', message: '上限不能小于下限' }])
    expect((await save({}, 'market1')).code).toBe('FORBIDDEN')
    const { data } = await save({ areaMin: '1800' })
    expect((await save({ areaMin: '1800' })).data).toEqual(data)
    // A place in the list is no filter.
    expect((await save({ areaMin: '1800', page: '3', pageSize: '50', sort: '-area' })).data).toEqual(data)
    expect((await post('qy2', '/market/search/remove', { id: data.id })).code).toBe('NOT_FOUND')
    expect((await get('gr1', '/market/search/list')).data).toHaveLength(1)
  })

  it('its owner is notified once of matching new items, and not of others', async () => {
    clock.advance(60_000)
    const { body } = await listed({ rentArea: 2500 })
    await listed({ rentArea: 300 })
    clock.advance(60_000)
    expect(await tellSearches(t.kernel)).toBe(1)
    expect(await inbox('gr1')).toContainEqual(expect.objectContaining({ title: '您保存的筛选“大厂房”有 1 条新的厂房', body: body.title }))
    expect(await tellSearches(t.kernel)).toBe(0)
    const [{ id }] = (await get('gr1', '/market/search/list')).data
    expect((await post('gr1', '/market/search/remove', { id })).success).toBe(true)
    await listed({ rentArea: 2600 })
    expect(await tellSearches(t.kernel)).toBe(0)
  })

  it('tells also of an item whose review began before a run and was written after it', async () => {
    const search = { kind, name: '很大的厂房', filters: { areaMin: '5000' } }
    const { data: saved } = await post('gr1', '/market/search/save', search)
    clock.advance(60_000)
    await listed({ rentArea: 5100 })
    const began = new Date(clock.now().getTime() + 30_000)
    clock.advance(60_000)
    expect(await tellSearches(t.kernel)).toBe(1)
    const { id } = await listed({ rentArea: 5200 })
    await t.kernel.db.updateTable('market_item').set({ publish_time: began }).where('id', '=', id).execute()
    clock.advance(60_000)
    expect(await tellSearches(t.kernel)).toBe(1)
    expect(await tellSearches(t.kernel)).toBe(0)
    await post('gr1', '/market/search/remove', { id: saved.id })
  })
})

describe('保存的筛选：不能再使用的', () => {
  it('its owner is told once; the searches of others go on', async () => {
    const { data: saved } = await post('gr1', '/market/search/save', { kind, name: '旧的筛选', filters: { areaMin: '7000' } })
    await post('qy2', '/market/search/save', { kind, name: '特大厂房', filters: { areaMin: '7000' } })
    const stale = { filters: JSON.stringify({ areaMin: '7000', colour: 'red' }), told_at: '2026-01-01T00:00:00.000Z' }
    await t.kernel.db.updateTable('market_search').set(stale).where('id', '=', saved.id).execute()
    const usable = async () =>
      ((await get('gr1', '/market/search/list')).data as { id: number; usable: boolean }[]).find(({ id }) => id === saved.id)?.usable
    expect(await usable()).toBe(false)
    for (const turn of [1, 2]) {
      clock.advance(60_000)
      const { body } = await listed({ rentArea: 7100 + turn })
      clock.advance(60_000)
      expect(await tellSearches(t.kernel)).toBe(turn === 1 ? 2 : 1)
      expect(await inbox('qy2')).toContainEqual(
        expect.objectContaining({ title: '您保存的筛选“特大厂房”有 1 条新的厂房', body: body.title }),
      )
    }
    const told = (await inbox('gr1')).filter(({ title }) => title === '您保存的筛选“旧的筛选”不能再使用')
    expect(told).toHaveLength(1)
    expect((await post('gr1', '/market/search/remove', { id: saved.id })).success).toBe(true)
  })

  it('what a colleague of the searcher offers is no news', async () => {
    const { data: saved } = await post('qy1', '/market/search/save', { kind, name: '自己的', filters: { areaMin: '8000' } })
    clock.advance(60_000)
    const { id } = await listed({ rentArea: 8100 })
    await t.kernel.db.updateTable('market_item').set({ user_id: null }).where('id', '=', id).execute()
    clock.advance(60_000)
    await tellSearches(t.kernel)
    expect((await inbox('qy1')).map(({ title }) => title)).not.toContain('您保存的筛选“自己的”有 1 条新的厂房')
    await post('qy1', '/market/search/remove', { id: saved.id })
  })
})

describe('问业主', () => {
  it('contains no phone number, is one at a time, and is answered only by the owner', async () => {
    const { id } = await listed()
    const ask = (who: string, question: string) => post(who, '/market/question/ask', { kind, id, question })
    for (const written of ['请打 139 1234 5678', '１３９１２３４５６７８', '0571-8765432'])
      expect((await ask('gr1', written)).fields, written).toEqual([
        { path: 'question', message: '这里公开显示，请不要写电话号码；需要联系时请用“索取联系方式”' },
      ])
    expect((await ask('qy1', '自问')).code).toBe('OWN')
    expect((await ask('market1', '问')).code).toBe('FORBIDDEN')
    const { data } = await ask('gr1', '能否分割出租 500-1000 ㎡，租 3-5 年？')
    expect((await ask('gr1', '再问一次')).code).toBe('TWICE')
    // Open: only the user who asked and the owner see it.
    const seen = async (who: string | null) => (await get(who, '/market/question/list', { kind, id })).data
    expect((await seen(null)).total).toBe(0)
    expect((await seen('qy2')).total).toBe(0)
    expect((await seen('gr1')).list[0]).toMatchObject({ by: '我', answer: null, answerable: false, removable: true })
    const [asked] = (await get('qy1', '/market/question/mine', { itemId: id })).data.list
    expect(asked).toMatchObject({ id: data.id, answerable: true, mine: false })
    expect(asked.by).toMatch(/\*/)
    expect((await post('qy2', '/market/question/answer', { id: data.id, answer: '可以' })).code).toBe('NOT_FOUND')
    expect((await post('gr1', '/market/question/answer', { id: data.id, answer: '可以' })).code).toBe('NOT_FOUND')
    expect((await post('qy1', '/market/question/answer', { id: data.id, answer: '打 13912345678' })).fields?.[0]?.path).toBe('answer')
    expect((await post('qy1', '/market/question/answer', { id: data.id, answer: '可以，500 ㎡ 起' })).success).toBe(true)
    expect((await post('qy1', '/market/question/answer', { id: data.id, answer: '改口' })).code).toBe('CONFLICT')
    // Answered: everybody sees it, without the user who asked.
    expect((await seen(null)).list).toEqual([expect.objectContaining({ by: '个人用户', answer: '可以，500 ㎡ 起', removable: false })])
    expect(await inbox('gr1')).toContainEqual(expect.objectContaining({ body: '可以，500 ㎡ 起' }))
    // An answered question cannot be withdrawn by the user who asked; staff may remove it.
    expect((await post('gr1', '/market/question/remove', { id: data.id })).code).toBe('NOT_FOUND')
    expect((await post('market1', '/market/question/remove', { id: data.id })).success).toBe(true)
    expect((await seen(null)).total).toBe(0)
  })

  it('is withdrawn by the user who asked, who may then ask again', async () => {
    const { id } = await listed()
    const { data } = await post('gr1', '/market/question/ask', { kind, id, question: '层高多少？' })
    expect((await post('qy2', '/market/question/remove', { id: data.id })).code).toBe('NOT_FOUND')
    expect((await post('gr1', '/market/question/remove', { id: data.id })).success).toBe(true)
    expect((await post('gr1', '/market/question/ask', { kind, id, question: '承重多少？' })).success).toBe(true)
  })
})

describe('从企业档案带出', () => {
  it('is for companies that consented', async () => {
    expect((await get('gr1', '/market/prefill')).code).toBe('FORBIDDEN')
    await t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth?authStatus=01')
    expect((await get('qy1', '/market/prefill')).code).toBe('NO_CONSENT')
    await t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth?authStatus=02')
    const { data } = await get('qy1', '/market/prefill')
    expect(data.streetIds).toHaveLength(1)
    expect(data.industry).toMatch(/^\d{2}$/)
    expect(data.purpose).toMatch(/现有职工 \d+ 人$/)
  })
})

describe('开始页', () => {
  it('contains the user’s own items, the questions about them and items to confirm; nothing of others', async () => {
    const { id, body } = await listed()
    await post('gr1', '/market/question/ask', { kind, id, question: '有货梯吗？' })
    const todo = async (who: string, which: string) =>
      ((await get(who, '/work/list')).data.list as { kind: string; count: number; first: { list: { title: string }[] } }[]).find(
        (one) => one.kind === which,
      )
    const asked = (await todo('qy1', 'market-answer'))!
    expect(asked.first.list.map(({ title }) => title)).toContain(`${body.title}：有货梯吗？`)
    expect((await todo('qy2', 'market-answer'))!.first.list.map(({ title }) => title)).not.toContain(`${body.title}：有货梯吗？`)
    expect(await todo('market1', 'market-answer')).toBeUndefined()
    const own = async (who: string) =>
      ((await get(who, '/market/mine', { pageSize: 50 })).data.list as { id: number }[]).map(({ id: each }) => each)
    expect(await own('qy1')).toContain(id)
    expect(await own('qy2')).not.toContain(id)
    clock.advance(26 * 86_400_000)
    expect((await todo('qy1', 'market-confirm'))!.count).toBeGreaterThan(0)
  })
})
