import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { multipart, pdf } from '../kernel/testing/samples.ts'

// The windows of the sample policies count from the day of seeding.
const clock = movableClock()
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
const doing = (who: string | null, what: string, body: object) =>
  t
    .as(who)
    .post(`/cms/${what}`, body)
    .then((r) => r.body)
const ask = (who: string | null, what: string, query: Record<string, unknown> = {}) =>
  t
    .as(who)
    .get(`/cms/${what}`, query)
    .then((r) => r.body)
const fieldsOf = (answer: { fields?: { path: string }[] }) => answer.fields?.map((f) => f.path)
const idsOf = (answer: { data: { list: { id: number }[] } }) => answer.data.list.map((one) => one.id)
let n = 0
const law = (more: object = {}) => ({ kind: 'law', category: '合同', title: `合同审查 ${++n}`, ...more })
const loan = (more: object = {}) => ({
  name: `测试贷 ${++n}`,
  bank: '测试银行（示例）',
  productType: '01',
  minAmount: 1,
  maxAmount: 200,
  rateMin: 6,
  rateMax: 7.2,
  terms: ['01', '02'],
  guarantees: ['01'],
  repays: ['01', '03'],
  ...more,
})
async function made(what: 'service' | 'finance', body: object): Promise<{ id: number; version: number }> {
  const answer = await doing('editor1', `${what}/save`, body)
  expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
  return answer.data
}
async function published(what: 'service' | 'finance', body: object): Promise<number> {
  const { id } = await made(what, body)
  expect((await doing('editor1', `${what}/publish`, { id })).data.state).toBe(1)
  return id
}
/** Uploads a document as editor; tells whether a visitor may download it. */
async function template(): Promise<string> {
  const { payload, headers } = multipart({ name: '模板.pdf', content: pdf() })
  return (await t.as('editor1').send({ method: 'POST', url: '/files/upload', payload, headers })).body.data.filePath
}
const fetched = async (key: string) => (await t.as(null).send({ method: 'GET', url: `/files/download?filePath=${key}` })).status === 200

describe('services and products refuse', () => {
  it.each(['service', 'finance'] as const)('other users to write or see an unpublished %s', async (what) => {
    const body = what === 'service' ? law() : loan()
    expect((await doing(null, `${what}/save`, body)).code).toBe('UNAUTHENTICATED')
    for (const who of ['qy1', 'dept1', 'leader1']) {
      expect((await doing(who, `${what}/save`, body)).code).toBe('FORBIDDEN')
      expect((await ask(who, `${what}/list`, { scope: 'manage' })).code).toBe('FORBIDDEN')
    }
    const { id } = await made(what, body)
    expect(idsOf(await ask('editor1', `${what}/list`, { pageSize: 100 }))).not.toContain(id)
    expect(idsOf(await ask('op1', `${what}/list`, { pageSize: 100, scope: 'manage', state: 0 }))).toContain(id)
  })
  it.each([
    ['a name without consent', law({ contact: '许知行', contactPhone: '13800001111' }), 'consent'],
    ['an address that runs', law({ url: 'javascript:alert(1)' }), 'url'],
    ['an address of another host without a scheme', law({ url: '//example.com' }), 'url'],
    ['words for a number', law({ phone: '找老王' }), 'phone'],
    ['no title', law({ title: ' ' }), 'title'],
  ])('to save a service with %s', async (_, body, field) => {
    expect(fieldsOf(await doing('editor1', 'service/save', body))).toContain(field)
  })
  it.each([
    ['the most below the least', loan({ minAmount: 300 }), 'maxAmount'],
    ['a sum finer than one 元', loan({ maxAmount: 200.00001 }), 'maxAmount'],
    ['a rate above the highest', loan({ rateMin: 8 }), 'rateMax'],
    ['a type that no dictionary knows', loan({ productType: '99' }), 'productType'],
    ['a name without consent', loan({ manager: '许知行' }), 'consent'],
    ['conditions on a field that is not there', loan({ rule: { all: [{ field: 'nothing', op: 'gte', value: 1, label: '无' }] } }), 'rule'],
  ])('to save a product with %s', async (_, body, field) => {
    const answer = await doing('editor1', 'finance/save', body)
    expect(
      fieldsOf(answer)?.some((path) => path.startsWith(field)),
      JSON.stringify(answer),
    ).toBe(true)
  })
})

describe('a service', () => {
  it('is public with its document while it is published, and is deleted only when it is not', async () => {
    const key = await template()
    const { id } = await made('service', law({ attachments: [{ fileId: key, fileName: '模板.pdf' }] }))
    expect(await fetched(key)).toBe(false)
    await doing('editor1', 'service/publish', { id })
    expect(idsOf(await ask(null, 'service/list', { kind: 'law', pageSize: 100 }))).toContain(id)
    expect(idsOf(await ask(null, 'service/list', { kind: 'quality', pageSize: 100 }))).not.toContain(id)
    expect(await fetched(key)).toBe(true)
    expect((await doing('editor1', 'service/delete', { id })).code).toBe('STATE')
    await doing('editor1', 'service/offPublish', { id })
    expect(idsOf(await ask(null, 'service/list', { kind: 'law', pageSize: 100 }))).not.toContain(id)
    expect(await fetched(key)).toBe(false)
    expect((await doing('editor1', 'service/delete', { id })).data).toBe(true)
  })
  it('shows a contact person only with consent, and who recorded the consent', async () => {
    const body = law({ contact: '许知行（示例）', contactPhone: '13800001111', consent: true })
    const id = await published('service', body)
    const shown = async () =>
      (await ask(null, 'service/list', { kind: 'law', pageSize: 100 })).data.list.find((one: { id: number }) => one.id === id)
    expect(await shown()).toMatchObject({ contact: '许知行（示例）', contactPhone: '13800001111' })
    const row = await t.kernel.db.selectFrom('service_item').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.consent_by).not.toBeNull()
    // The consent of one person is not that of the next.
    const { kernel } = t
    const since = async () =>
      (await kernel.db.selectFrom('service_item').select('consent_at').where('id', '=', id).executeTakeFirstOrThrow()).consent_at
    await kernel.db.updateTable('service_item').set({ consent_at: '2026-01-01T00:00:00Z' }).where('id', '=', id).execute()
    const first = await since()
    await made('service', { ...body, id, cost: '免费' })
    expect(await since()).toBe(first)
    await made('service', { ...body, id, contact: '顾望舒（示例）' })
    expect(await since()).not.toBe(first)
    await made('service', { ...body, id, contact: '', contactPhone: '', consent: false })
    expect(await shown()).toMatchObject({ contact: '', contactPhone: '' })
  })
  it('keeps the first of two parallel changes', async () => {
    const { id, version } = await made('service', law())
    expect((await doing('editor1', 'service/save', { ...law(), id, version })).success).toBe(true)
    expect((await doing('op1', 'service/save', { ...law(), id, version })).code).toBe('CONFLICT')
  })
})

describe('a finance product', () => {
  it('is found by amount, rate, type, term and guarantee', async () => {
    const id = await published('finance', loan({ productType: '13', guarantees: ['06'], terms: ['02'] }))
    const has = async (query: object) => idsOf(await ask(null, 'finance/list', { pageSize: 100, ...query })).includes(id)
    expect(await has({ type: '13', guarantee: '06', term: '02', repay: '01', amount: 200, rate: 6 })).toBe(true)
    expect(await has({ amount: 200.01 })).toBe(false)
    expect(await has({ rate: 5.9 })).toBe(false)
    expect(await has({ guarantee: '01' })).toBe(false)
    expect(await has({ term: '01' })).toBe(false)
  })
  it('is deleted only while it is not public; then nobody sees, finds, compares or asks for it, and it stays in the log', async () => {
    const name = '冷链周转贷'
    const id = await published('finance', loan({ name }))
    const remove = async (who: string | null, more: Record<string, string> = {}) =>
      (await t.as(who).form('/cms/finance/delete', { id: String(id), ...more })).body
    const found = async () => JSON.stringify((await t.as(null).get('/thirdPartApi/globalSearch', { keyword: name, pageSize: 20 })).body)
    const managed = async () => idsOf(await ask('op1', 'finance/list', { scope: 'manage', pageSize: 100 }))
    expect((await remove(null)).code).toBe('UNAUTHENTICATED')
    for (const who of ['qy1', 'dept1', 'leader1']) expect((await remove(who)).code, who).toBe('FORBIDDEN')
    expect((await remove('editor1')).code).toBe('STATE')
    expect(await found()).toContain(name)
    const { version } = (await doing('editor1', 'finance/offPublish', { id })).data
    expect((await remove('editor1', { version: String(version - 1) })).code).toBe('CONFLICT')
    expect((await remove('editor1', { id: '999999' })).code).toBe('NOT_FOUND')
    expect(await managed()).toContain(id)
    expect((await remove('editor1', { version: String(version) })).data).toBe(true)
    expect(await managed()).not.toContain(id)
    expect(idsOf(await ask(null, 'finance/list', { pageSize: 100 }))).not.toContain(id)
    expect(await found()).not.toContain(name)
    expect((await ask(null, 'finance/compare', { ids: String(id), ...query })).code).toBe('NOT_FOUND')
    const asked = { id, amount: 80, contact: '许知行（示例）', phone: '13800001111' }
    expect((await doing('qy1', 'finance/ask', asked)).code).toBe('NOT_FOUND')
    for (const what of ['publish', 'delete']) expect((await doing('editor1', `finance/${what}`, { id })).code, what).toBe('NOT_FOUND')
    expect((await doing('editor1', 'finance/save', loan({ id }))).code).toBe('NOT_FOUND')
    const steps = await t.kernel.db
      .selectFrom('flow_log')
      .select('move')
      .where('flow', '=', 'financeProduct')
      .where('row_id', '=', id)
      .execute()
    expect(steps.map((step) => step.move)).toContain('delete')
  })
  const consent = (authStatus: '01' | '02') => t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth', { authStatus })
  const query = { amount: 12, months: 3, repay: 'equalSum' }
  it('costs what was calculated by hand, and names the terms that it does not offer', async () => {
    const id = await published('finance', loan())
    const [cost] = (await ask(null, 'finance/compare', { ids: String(id), ...query })).data
    expect(cost.schedule.interest).toBe(120_200)
    expect(cost.schedule.rows.map((row: { total: number }) => row.total)).toEqual([4_040_067, 4_040_067, 4_040_066])
    expect([cost.subsidy, cost.notes]).toEqual([null, []])
    const [long] = (await ask(null, 'finance/compare', { ids: String(id), amount: 500, months: 24, repay: 'equalPart' })).data
    expect(long.notes).toEqual(['额度为 1 至 200 万元', '期限为 6个月以内、6-12个月', '不提供等额本金'])
  })
  it('is compared with at most two others, and only while it is public', async () => {
    const { id } = await made('finance', loan())
    expect((await ask(null, 'finance/compare', { ids: String(id), ...query })).code).toBe('NOT_FOUND')
    expect(fieldsOf(await ask(null, 'finance/compare', { ids: '1,2,3,4', ...query }))).toContain('ids')
    expect(fieldsOf(await ask(null, 'finance/compare', { ids: '1', ...query, amount: 0 }))).toContain('amount')
    expect(fieldsOf(await ask(null, 'finance/compare', { ids: '1', ...query, months: 361 }))).toContain('months')
  })
  it('costs a company with an interest subsidy less, but never less than nothing', async () => {
    const id = await published('finance', loan({ maxAmount: 100_000 }))
    const of = async (who: string | null, amount: number) =>
      (await ask(who, 'finance/compare', { ids: String(id), ...query, amount })).data[0]
    expect((await of('qy1', 100)).subsidy).toBeNull()
    await consent('02')
    const mine = await of('qy1', 100)
    expect(mine.subsidy, JSON.stringify(mine.subsidy)).toMatchObject({ title: '小微企业贷款贴息（示例）' })
    // A fifth of the interest, rounded to 元.
    expect(Math.abs(mine.subsidy.amount - mine.schedule.interest * 0.2)).toBeLessThanOrEqual(100)
    // At most 20 万元.
    expect((await of('qy1', 50_000)).subsidy.amount).toBe(20_000_000)
    expect((await of('gr1', 100)).subsidy).toBeNull()
    // A medium-sized company; a loan for equipment in its archive gives no subsidy for this loan.
    expect((await of('qy2', 100)).subsidy).toBeNull()
  })
  it('tells a company whether it meets the conditions, only with its consent', async () => {
    const yes = await published(
      'finance',
      loan({ rule: { all: [{ field: 'countyRegistered', op: 'eq', value: true, label: '在本县注册' }] } }),
    )
    const no = await published('finance', loan({ rule: { all: [{ field: 'revenueY1', op: 'gte', value: 9_999_999, label: '收入千亿' }] } }))
    const verdict = async (id: number) => (await ask('qy1', 'finance/judged')).data.verdicts.find((v: { id: number }) => v.id === id)
    expect(await verdict(yes)).toMatchObject({ verdict: 'match', failed: [] })
    expect((await verdict(no)).verdict).not.toBe('match')
    expect((await ask('gr1', 'finance/judged')).code).toBe('FORBIDDEN')
    await consent('01')
    expect((await ask('qy1', 'finance/judged')).data.verdicts).toBeNull()
    const [cost] = (await ask('qy1', 'finance/compare', { ids: String(yes), ...query })).data
    expect(cost.subsidy).toBeNull()
  })
})

describe('我要对接', () => {
  const words = { amount: 80, contact: '许知行（示例）', phone: '13800001111', content: '想要一年期' }
  it('is refused to visitors and staff, and for a product that is not public', async () => {
    const { id } = await made('finance', loan())
    expect((await doing(null, 'finance/ask', { ...words, id })).code).toBe('UNAUTHENTICATED')
    expect((await doing('editor1', 'finance/ask', { ...words, id })).code).toBe('FORBIDDEN')
    expect((await doing('qy1', 'finance/ask', { ...words, id })).code).toBe('NOT_FOUND')
    expect(fieldsOf(await doing('qy1', 'finance/ask', { ...words, id, phone: '1' }))).toContain('phone')
  })
  it('creates an appeal to finance with product and amount; the product does not store it', async () => {
    const id = await published('finance', loan({ guarantees: ['08'] }))
    const answer = await doing('qy1', 'finance/ask', { ...words, id })
    expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
    const row = await t.kernel.db
      .selectFrom('appeal as a')
      .innerJoin('appeal_type as y', 'y.id', 'a.type_id')
      .select(['a.title', 'a.content', 'y.code'])
      .where('a.id', '=', answer.data.id)
      .executeTakeFirstOrThrow()
    expect(row.code).toBe('1304')
    expect(`${row.title}${row.content}`).toMatch(/测试贷.*80 万元/s)
    const product = await t.kernel.db.selectFrom('finance_product').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify(product)).not.toContain('80 万元')
  })
  // Seen red: “该诉求类型已停用，请另选” at a field that the dialog does not have, and nothing was filed.
  it('is filed under another type of the same main type when staff disabled or renumbered its own, and refused in words without any', async () => {
    const { db } = t.kernel
    const id = await published('finance', loan({ guarantees: ['08'] }))
    let amount = 80
    const filed = () => doing('qy1', 'finance/ask', { ...words, id, amount: ++amount })
    const typeOf = (answer: { data: { id: number } }) =>
      db
        .selectFrom('appeal as a')
        .innerJoin('appeal_type as y', 'y.id', 'a.type_id')
        .innerJoin('appeal_type as big', 'big.id', 'y.parent_id')
        .select(['y.code', 'y.enabled', 'big.code as main'])
        .where('a.id', '=', answer.data.id)
        .executeTakeFirstOrThrow()
    const set = (code: string, values: { enabled?: boolean; code?: string }) =>
      db.updateTable('appeal_type').set(values).where('code', '=', code).execute()
    await set('1304', { enabled: false })
    expect(await typeOf(await filed())).toEqual({ code: '1301', enabled: true, main: '13' })
    // The main type is known by its remaining subtype, too.
    await set('13', { code: 'rongzi' })
    expect(await typeOf(await filed())).toEqual({ code: '1301', enabled: true, main: 'rongzi' })
    await set('rongzi', { code: '13' })
    await set('1304', { enabled: true, code: 'danbao' })
    expect(await typeOf(await filed())).toEqual({ code: '1301', enabled: true, main: '13' })
    await set('danbao', { code: '1304' })
    await set('13', { enabled: false })
    expect(await filed()).toMatchObject({ success: false, code: 'REFUSED', msg: expect.stringContaining('请拨打页面下方的服务电话') })
    await set('13', { enabled: true })
    expect(await typeOf(await filed())).toEqual({ code: '1304', enabled: true, main: '13' })
  })
})
