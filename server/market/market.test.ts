import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, shanghaiDay } from '../../contract/shanghai.ts'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { askOwners, hideUnanswered } from './fresh.ts'
import { shelfOf } from './match/shelf.ts'
import { tellMatches } from './match/tell.ts'
import { remindVisits } from './remind.ts'
import { inboxOf } from './testing/items.ts'
import { changing } from './visible.ts'

const clock = movableClock('2026-06-01T01:00:00Z')
let t: TestApp
const numbers: Record<string, string> = {
  qy1: '15430000001',
  qy2: '15430000002',
  gr1: '15430000003',
  market1: '15430000004',
  market2: '15430000005',
}
beforeAll(async () => {
  t = await testApp({ clock })
  // The numbers of these accounts are bound, so no code is needed.
  const { blindIndex, sealPii } = await import('../kernel/access/pii.ts')
  for (const [name, phone] of Object.entries(numbers))
    await t.kernel.db
      .updateTable('sys_user')
      .set({ mobile: sealPii(t.kernel, phone), mobile_index: blindIndex(t.kernel, phone) })
      .where('user_name', '=', name)
      .execute()
})
const post = async (who: string | null, what: string, body: object) => (await t.as(who).post(what, body)).body
const form = async (who: string | null, what: string, body: Record<string, string>) => (await t.as(who).form(what, body)).body
const get = async (who: string | null, what: string, query: Record<string, unknown> = {}) => (await t.as(who).get(what, query)).body
let n = 0
const shop = (who: string, more: object = {}) => ({
  title: `鹿鸣工业区 ${++n} 号厂房`,
  streetIds: ['339999001'],
  address: `智造大道 ${n} 号`,
  lng: 120.15,
  lat: 29.12,
  nature: '01',
  trade: '1',
  rentArea: 2000,
  minArea: 500,
  floorHeight: 8,
  loadBearing: 1000,
  fireGrade: 'C',
  facilities: ['01', '04'],
  rentPrice: 15.5,
  contactPerson: '慕容拾光',
  contactPhone: numbers[who],
  ...more,
})
const wish = (who: string, more: object = {}) => ({
  title: `求租第 ${++n} 处厂房`,
  streetIds: [],
  trade: '4',
  areaMin: 800,
  areaMax: 1500,
  purpose: '数控机床装配',
  contactPerson: '上官问渠',
  contactPhone: numbers[who],
  ...more,
})
type Kind = 'workshop/info' | 'workshop/demand' | 'land/info' | 'land/demand'
async function saved(who: string, kind: Kind, body: object): Promise<{ id: number; reviewState: number; version: number }> {
  const answer = await post(who, `/${kind}/save`, body)
  expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
  return answer.data
}
const decide = (who: string, kind: Kind, row: { id: number; version: number }, reviewState: number, reviewOpinion = '') =>
  post(who, `/${kind}/updateReviewState`, { id: row.id, version: row.version, reviewState, reviewOpinion })
async function passed(who: string, kind: Kind, body: object) {
  const row = await saved(who, kind, body)
  const answer = await decide('market1', kind, row, 1)
  expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
  return { id: row.id, version: answer.data.version as number }
}
const read = (who: string | null, kind: Kind, id: number) => get(who, `/${kind}/findById`, { id })

describe('an item of the market', () => {
  it('is saved by an owner and reviewed by the office; nobody else sees it before', async () => {
    for (const who of ['dept1', 'leader1', 'editor1'])
      expect((await post(who, '/workshop/info/save', shop('qy1'))).code, who).toBe('FORBIDDEN')
    const row = await saved('qy1', 'workshop/info', shop('qy1'))
    expect(row.reviewState).toBe(0)
    for (const who of [null, 'qy2', 'gr1', 'dept1']) expect((await read(who, 'workshop/info', row.id)).code, String(who)).toBe('NOT_FOUND')
    expect((await decide('qy1', 'workshop/info', row, 1)).code).toBe('FORBIDDEN')
    expect((await decide('leader1', 'workshop/info', row, 1)).code).toBe('FORBIDDEN')
    expect((await decide('qy2', 'workshop/info', row, 1)).code).toBe('NOT_FOUND')
    const none = await decide('market1', 'workshop/info', row, 2)
    expect(none.fields).toEqual([{ path: 'reviewOpinion', message: '请填写审核意见' }])
    expect((await decide('market1', 'workshop/info', { ...row, version: 9 }, 1)).code).toBe('CONFLICT')
    expect((await decide('market1', 'workshop/info', row, 2, '请补充门牌号')).data.reviewState).toBe(2)
    const seen = (await read('qy1', 'workshop/info', row.id)).data
    expect(seen).toMatchObject({ stateName: '审核未通过', standing: { opinion: '请补充门牌号', mine: true } })
    expect(seen.standing.allowed).toEqual(['edit', 'delete'])
    const again = await saved('qy1', 'workshop/info', { ...shop('qy1'), id: row.id, version: seen.standing.version })
    expect(again.reviewState).toBe(0)
    expect((await decide('market1', 'workshop/info', again, 1)).data.reviewState).toBe(1)
    expect((await read(null, 'workshop/info', row.id)).data).toMatchObject({
      stateName: '审核通过',
      standing: null,
      streetName: '云溪街道',
    })
    const told = (await get('qy1', '/sys/notice/list', { pageSize: 50 })).data.list as { title: string }[]
    expect(told.some(({ title }) => title.includes('已通过审核，现在公开'))).toBe(true)
  })

  it('a batch decides each item on its own; own work, stale versions and unknown ids are reported', async () => {
    const [a, b] = [await saved('qy1', 'workshop/info', shop('qy1')), await saved('qy1', 'workshop/info', shop('qy1'))]
    const own = await saved('market1', 'workshop/info', shop('market1'))
    const body = (items: { id: number; version: number }[], more: object = {}) => ({
      kind: 'workshopInfo',
      items: items.map(({ id, version }) => ({ id, version })),
      reviewState: 1,
      ...more,
    })
    const batch = '/market/review/batch'
    for (const who of ['qy1', 'gr1', 'leader1', 'admin1']) expect((await post(who, batch, body([a]))).code, who).toBe('FORBIDDEN')
    expect((await post('market1', batch, body([]))).fields).toEqual([{ path: 'items', message: '请选择至少一项' }])
    const many = Array.from({ length: 101 }, (_, id) => ({ id: id + 1, version: 1 }))
    expect((await post('market1', batch, body(many))).fields).toEqual([{ path: 'items', message: '一次最多 100 项' }])
    expect((await post('market1', batch, body([a], { reviewState: 3 }))).fields?.[0]?.message).toBe('请选择审核结果')
    // A refusal needs an opinion.
    expect((await post('market1', batch, body([a], { reviewState: 2 }))).data).toMatchObject({ successCount: 0, failCount: 1 })
    const { data } = await post('market1', batch, body([a, { ...b, version: 9 }, own, { id: 999_999, version: 1 }, a]))
    expect(data.list.map(({ id, ok, code }: { id: number; ok: boolean; code: string }) => [id, ok, code])).toEqual([
      [a.id, true, ''],
      [b.id, false, 'CONFLICT'],
      [own.id, false, 'OWN_WORK'],
      [999_999, false, 'NOT_FOUND'],
    ])
    expect(data).toMatchObject({ successCount: 1, failCount: 3 })
    expect((await read(null, 'workshop/info', a.id)).data.reviewState).toBe(1)
    expect((await post('market2', batch, body([b, own], { reviewState: 2, reviewOpinion: '请补充照片' }))).data.successCount).toBe(2)
  })

  it('of staff is reviewed by a colleague', async () => {
    const row = await saved('market1', 'land/info', {
      title: '青禾地块',
      streetIds: ['339999200'],
      address: '青禾大道北侧',
      landArea: 30,
      landNature: '01',
      supplyMode: '01',
      contactPerson: '乔木',
      contactPhone: numbers.market1,
    })
    expect((await decide('market1', 'land/info', row, 1)).code).toBe('OWN_WORK')
    expect((await decide('market2', 'land/info', row, 1)).data.reviewState).toBe(1)
    expect((await read(null, 'land/info', row.id)).data).toMatchObject({
      owner: '政府发布',
      origin: 'gov',
      areaText: '30 亩',
      priceText: '价格面议',
    })
  })

  it('goes back to review when a reviewed part changes; price, free area and contact change in place and are logged', async () => {
    const body = shop('qy1')
    const row = await passed('qy1', 'workshop/info', body)
    const cheaper = await saved('qy1', 'workshop/info', { ...body, id: row.id, version: row.version, rentPrice: 12, rentArea: 1800 })
    expect(cheaper.reviewState).toBe(1)
    const log = (await get('qy1', '/workshop/reviewLog/list', { itemId: row.id })).data.list
    expect(log[0]).toMatchObject({
      move: 'adjust',
      changes: [
        { name: '可租（售）面积', before: '2000 ㎡', after: '1800 ㎡' },
        { name: '租金', before: '15.5 元/㎡·月', after: '12 元/㎡·月' },
      ],
    })
    expect(log.find((step: { move: string }) => step.move === 'approve').by).toBe('审核人员')
    const higher = await saved('qy1', 'workshop/info', {
      ...body,
      id: row.id,
      version: cheaper.version,
      rentPrice: 12,
      rentArea: 1800,
      loadBearing: 2000,
    })
    expect(higher.reviewState).toBe(0)
    expect((await read(null, 'workshop/info', row.id)).code).toBe('NOT_FOUND')
  })

  it('is taken down by its owner or staff, resubmitted by its owner, and deleted only while it is not public', async () => {
    const row = await passed('qy1', 'workshop/info', shop('qy1'))
    expect((await form('qy1', '/workshop/info/delete', { id: String(row.id) })).code).toBe('STATE')
    expect((await decide('qy2', 'workshop/info', row, 3)).code).toBe('NOT_FOUND')
    const down = (
      await post('qy1', '/workshop/info/updateReviewState', {
        id: row.id,
        version: row.version,
        reviewState: 3,
        closing: 'deal',
        closingPrice: 14,
      })
    ).data
    expect(down.reviewState).toBe(3)
    expect((await read(null, 'workshop/info', row.id)).code).toBe('NOT_FOUND')
    expect(JSON.stringify(await read('qy1', 'workshop/info', row.id))).not.toContain('closing')
    expect((await decide('market1', 'workshop/info', down, 0)).code).toBe('FORBIDDEN')
    const again = (await decide('qy1', 'workshop/info', down, 0)).data
    expect(again.reviewState).toBe(0)
    expect(await form('qy1', '/workshop/info/delete', { id: String(row.id) })).toMatchObject({ success: true })
    expect((await read('qy1', 'workshop/info', row.id)).code).toBe('NOT_FOUND')
  })

  it.each([
    ['rentArea', { rentArea: 0 }, '应大于 0'],
    ['rentArea', { rentArea: 1_000_001 }, '不能大于 1000000'],
    ['rentPrice', { rentPrice: 12.345 }, '最多 2 位小数'],
    ['loadBearing', { loadBearing: 1.5 }, '请输入整数'],
    ['minArea', { minArea: 3000 }, '最小分割面积不能大于可租（售）面积'],
    ['nature', { nature: '99' }, '请从列表中选择厂房性质'],
    ['trade', { trade: '4' }, '请从列表中选择供需方式'],
    ['streetIds', { streetIds: ['339991001'] }, '请选择本县的镇街'],
    ['availableDate', { availableDate: '2026-05-01' }, '不能早于今天'],
    ['lng', { lng: 116.4, lat: 39.9 }, '位置不在本县范围内。如果坐标是从高德（GCJ-02）或百度（BD-09）复制的，请选择坐标来源后换算'],
    ['lng', { lng: 29.12, lat: 120.15 }, undefined],
    ['contactPhone', { contactPhone: '123' }, undefined],
    ['title', { title: ' ' }, '请输入标题'],
  ])('names the faulty field %s', async (path, more, message) => {
    const answer = await post('qy1', '/workshop/info/save', shop('qy1', more))
    expect(answer.success).toBe(false)
    expect(
      answer.fields?.some((f) => (f.path === path || f.path === 'lat') && (!message || f.message === message)),
      JSON.stringify(answer),
    ).toBe(true)
  })
  // Otherwise people mend the form and are told of the next fault.
  it('faults between fields are named together with those of single fields', async () => {
    const paths = (answer: { fields?: { path: string }[] }) => answer.fields?.map(({ path }) => path).toSorted()
    const wrong = { title: ' ', areaMin: 500, areaMax: 100, contactPhone: '123' }
    expect(paths(await post('qy1', '/workshop/demand/save', wish('qy1', wrong)))).toEqual(['areaMax', 'contactPhone', 'title'])
    const halfAPlace = { title: ' ', minArea: 3000, lng: undefined }
    expect(paths(await post('qy1', '/workshop/info/save', shop('qy1', halfAPlace)))).toEqual(['lat', 'minArea', 'title'])
    for (const body of [[], 'x', 7, null]) expect((await post('qy1', '/workshop/demand/save', body as never)).success).toBe(false)
  })
  it('land: a plot ratio with maximum below minimum is refused, and a demand that nothing can meet', async () => {
    const land = {
      title: '地块',
      streetIds: ['339999200'],
      address: '路口',
      landArea: 30,
      landNature: '01',
      supplyMode: '01',
      contactPerson: '乔',
      contactPhone: numbers.qy1,
    }
    expect((await post('qy1', '/land/info/save', { ...land, plotRatioMin: 1.2, plotRatioMax: 0.8 })).fields?.[0]).toEqual({
      path: 'plotRatioMax',
      message: '容积率上限不能小于下限',
    })
    expect((await post('qy1', '/workshop/demand/save', wish('qy1', { areaMin: 500, areaMax: 100 }))).fields?.[0]?.path).toBe('areaMax')
  })
  it('asks for a code only when the rest of a new form is right', async () => {
    const stranger = { contactPhone: '15430000077' }
    for (const [path, more] of [
      ['availableDate', { availableDate: '2026-05-01' }],
      ['facilities', { facilities: ['zz'] }],
      ['streetIds', { streetIds: ['110101001'] }],
    ] as const) {
      const answer = await post('qy1', '/workshop/info/save', shop('qy1', { ...stranger, ...more }))
      expect(answer.fields, path).toMatchObject([{ path }])
    }
  })

  it('a number that is not the account’s needs a code', async () => {
    const answer = await post('qy1', '/workshop/info/save', shop('qy1', { contactPhone: '15499990000' }))
    expect(answer.fields).toEqual([{ path: 'verifyCode', message: '这不是账号绑定的手机号，请填写短信验证码' }])
  })
})

describe('what everybody sees', () => {
  it('contacts are masked in list and detail, and in clear for the owner', async () => {
    const row = await passed('qy1', 'workshop/info', shop('qy1'))
    for (const who of [null, 'gr1', 'qy2', 'market1', 'leader1']) {
      const text = JSON.stringify([
        (await read(who, 'workshop/info', row.id)).data,
        (await get(who, '/workshop/info/listReviewPassed', { pageSize: 100 })).data,
      ])
      expect(text, String(who)).not.toContain(numbers.qy1)
      expect(text).not.toContain('慕容拾光')
    }
    expect((await read(null, 'workshop/info', row.id)).data).toMatchObject({ contactPhone: '154****0001', contactPerson: '慕容**' })
    expect((await read('qy1', 'workshop/info', row.id)).data).toMatchObject({ contactPhone: numbers.qy1, contactPerson: '慕容拾光' })
  })

  it('the list has every filter, and the number at an option is what the option would leave', async () => {
    const row = await passed(
      'qy1',
      'workshop/info',
      shop('qy1', {
        structure: '05',
        craneTon: 50,
        rentPrice: 99,
        streetIds: ['339999102'],
        powerCapacity: 4000,
        lng: 120.1,
        lat: 29.1,
        availableDate: '2026-07-01',
        facilities: ['06', '07'],
      }),
    )
    const ids = async (query: object) =>
      ((await get(null, '/workshop/info/listReviewPassed', { ...query, pageSize: 100 })).data.list as { id: number }[]).map(({ id }) => id)
    const just = {
      structure: '05',
      streetId: '339999102',
      craneMin: 45,
      priceMin: 98,
      priceMax: 100,
      powerMin: 4000,
      areaMin: 2000,
      areaMax: 2000,
      facilities: '06,07',
      fireGrade: 'C',
      availableBy: '2026-07-01',
      box: '120.09,29.09,120.11,29.11',
      nature: '01',
      trade: '1',
      heightMin: 8,
      loadMin: 1000,
    }
    expect(await ids(just)).toEqual([row.id])
    for (const [key, value] of Object.entries({
      structure: '01',
      streetId: '339999001',
      craneMin: 51,
      priceMin: 99.5,
      priceMax: 98,
      powerMin: 4001,
      areaMin: 2001,
      areaMax: 1999,
      facilities: '06,12',
      fireGrade: 'A',
      availableBy: '2026-06-30',
      box: '120.2,29.09,120.3,29.11',
      nature: '02',
      trade: '2',
      heightMin: 9,
      loadMin: 1001,
    }))
      expect(await ids({ ...just, areaMin: 1998, areaMax: 2002, [key]: value }), key).toEqual([])
    const { facets, total } = (await get(null, '/workshop/info/listReviewPassed', { structure: '05' })).data
    const other = facets.structure.find((choice: { value: string }) => choice.value === '01')
    expect((await get(null, '/workshop/info/listReviewPassed', { structure: '01' })).data.total).toBe(other.count)
    expect(facets.structure.find((choice: { value: string }) => choice.value === '05').count).toBe(total)
    const near = (await get(null, '/workshop/info/listReviewPassed', { near: '120.1,29.1', sort: 'distance' })).data.list
    expect(near[0]).toMatchObject({ id: row.id, distance: 0 })
    expect(near.map((item: { distance: number }) => item.distance)).toEqual(
      near.map((item: { distance: number }) => item.distance).toSorted((a: number, b: number) => a - b),
    )
  })
  // A browser sends a number field as it was typed.
  it.each([
    ['1e3', '1000'],
    ['.5E3', '500'],
    ['1500.123456789', '1500.123456789'],
    ['1e-2', '0.01'],
  ])('a number typed as %s is read', async (typed, plain) => {
    const total = async (areaMin: string) => {
      const { status, body } = await t.as(null).get('/workshop/info/listReviewPassed', { areaMin })
      return [status, body.data?.total]
    }
    expect(await total(typed)).toEqual([200, (await total(plain))[1]])
  })
  it.each([
    { areaMin: '1e99' },
    { areaMin: '1e999' },
    { areaMin: 'e5' },
    { areaMin: '0x10' },
    { box: '1,2,3,4,5' },
    { box: '120,30,119,29' },
    { sort: 'phone' },
    { areaMin: 'NaN' },
    { priceMax: 'Infinity' },
    { near: '1' },
    { nonsense: 1 },
  ])('%j is refused', async (query) => {
    expect((await t.as(null).get('/workshop/info/listReviewPassed', query)).status).toBe(400)
  })

  it('is found by the site search, and its views are counted once per visitor', async () => {
    const row = await passed('qy1', 'workshop/info', shop('qy1', { title: '琉璃湾恒温车间' }))
    const hits = async () =>
      ((await get(null, '/thirdPartApi/globalSearch', { keyword: '琉璃湾恒温', type: 'workshopInfo' })).data.list as { url: string }[]).map(
        ({ url }) => url,
      )
    await expect.poll(hits, { timeout: 5000 }).toEqual([`/page/sdmarketdetail1?id=${row.id}&type=info`])
    expect((await form(null, '/workshop/info/incViewNum', { id: String(row.id) })).data).toEqual({ viewNum: 1 })
    expect((await form(null, '/workshop/info/incViewNum', { id: String(row.id) })).data).toEqual({ viewNum: 1 })
    expect((await form(null, '/land/info/incViewNum', { id: String(row.id) })).code).toBe('NOT_FOUND')
    await decide('qy1', 'workshop/info', row, 3)
    await expect.poll(hits, { timeout: 5000 }).toEqual([])
    // Seen red: the first view of an item of the demonstration set its number to 1.
    const [demo] = (await get(null, '/land/info/listReviewPassed', { sort: 'views', pageSize: 1 })).data.list
    expect((await form(null, '/land/info/incViewNum', { id: String(demo.id) })).data.viewNum).toBe(demo.viewNum + 1)
    expect(demo.viewNum).toBeGreaterThan(20)
  })

  // Items that lost their contact before this was hidden at once.
  it('without a contact is hidden by the daily job, also when that was long ago', async () => {
    const row = await passed('qy2', 'workshop/info', shop('qy2'))
    await t.kernel.db.updateTable('market_item').set({ phone_index: '' }).where('id', '=', row.id).execute()
    expect((await read(null, 'workshop/info', row.id)).success).toBe(true)
    expect(await hideUnanswered(t.kernel)).toBe(1)
    expect(await hideUnanswered(t.kernel)).toBe(0)
    expect((await read(null, 'workshop/info', row.id)).code).toBe('NOT_FOUND')
    expect((await read('qy2', 'workshop/info', row.id)).data).toMatchObject({ reviewState: 1, standing: { hidden: true } })
    expect((await post('qy2', '/market/fresh/confirm', { kind: 'workshopInfo', id: row.id })).code).toBe('NOBODY')
  })

  it('is hidden when it is not confirmed for 45 days; a confirmation shows it again; its owner is asked once', async () => {
    const row = await passed('qy2', 'workshop/info', shop('qy2'))
    const age = (days: number) =>
      changing(t.kernel, (db) =>
        db
          .updateTable('market_item')
          .set((e) => ({
            fresh_at: new Date(clock.now().getTime() - days * 86_400_000),
            version: e('version', '+', 1),
            updated_at: clock.now(),
          }))
          .where('id', '=', row.id)
          .execute(),
      )
    await age(26)
    await askOwners(t.kernel)
    await askOwners(t.kernel)
    const asked = ((await get('qy2', '/sys/notice/list', { pageSize: 50 })).data.list as { title: string }[]).filter(({ title }) =>
      title.includes(`“鹿鸣工业区 ${n} 号厂房”还有效吗`),
    )
    expect(asked).toHaveLength(1)
    await age(31)
    expect((await read(null, 'workshop/info', row.id)).data.staleDays).toBe(31)
    const listed = (await get(null, '/workshop/info/listReviewPassed', { pageSize: 100 })).data.list as {
      id: number
      staleDays: number | null
    }[]
    const first = listed.findIndex(({ staleDays }) => staleDays !== null)
    expect(listed.slice(first).every(({ staleDays }) => staleDays !== null)).toBe(true)
    await age(46)
    expect((await read(null, 'workshop/info', row.id)).code).toBe('NOT_FOUND')
    expect((await read('qy2', 'workshop/info', row.id)).data).toMatchObject({ reviewState: 1, standing: { hidden: true } })
    expect((await post('qy1', '/market/fresh/confirm', { kind: 'workshopInfo', id: row.id })).code).toBe('NOT_FOUND')
    expect(await post('qy2', '/market/fresh/confirm', { kind: 'workshopInfo', id: row.id })).toMatchObject({ success: true })
    expect(await post('qy2', '/market/fresh/confirm', { kind: 'workshopInfo', id: row.id })).toMatchObject({ success: true })
    expect((await read(null, 'workshop/info', row.id)).data.staleDays).toBeNull()
    const log = (await get('qy2', '/workshop/reviewLog/list', { itemId: row.id })).data.list as { move: string }[]
    expect(log.filter(({ move }) => move === 'confirm')).toHaveLength(1)
  })
})

describe('both sides find each other', () => {
  it('also by options that the county added to a dictionary', async () => {
    const added = { dict_type: 'workshopFacility', value: '77', label: '共享试验室', sort: 99 }
    await t.kernel.db.insertInto('dict_value').values(added).execute()
    const place = { rentArea: 5151, minArea: null, streetIds: ['339999102'] }
    const lab = await passed('qy1', 'workshop/info', shop('qy1', { ...place, title: '有试验室', facilities: ['01', '77'] }))
    const none = await passed('qy1', 'workshop/info', shop('qy1', { ...place, title: '没有试验室', facilities: ['01'] }))
    expect((await post('gr1', '/workshop/demand/save', wish('gr1', { facilities: ['78'] }))).success).toBe(false)
    const demand = await passed(
      'gr1',
      'workshop/demand',
      wish('gr1', { title: '要试验室', areaMin: 5100, areaMax: 5200, facilities: ['77'], streetIds: ['339999102'] }),
    )
    const { data } = await get('gr1', '/market/match/forDemand', { kind: 'workshopDemand', id: demand.id, pageSize: 50 })
    const row = (id: number) => data.list.find((one: { id: number }) => one.id === id)
    expect(row(lab.id)).toMatchObject({ verdictName: '符合' })
    expect(
      row(lab.id)
        .conditions.map(({ sentence }: { sentence: string }) => sentence)
        .join(),
    ).toContain('共享试验室')
    expect(row(none.id)).toBeUndefined()
    const back = (await get('qy1', '/market/match/forSupply', { kind: 'workshopInfo', id: lab.id, pageSize: 50 })).data
    expect(back.list.find((one: { id: number }) => one.id === demand.id).verdictName).toBe('符合')
  })
  it('with three verdicts, reasons and gaps', async () => {
    const fits = await passed(
      'qy1',
      'workshop/info',
      shop('qy1', {
        title: '合适的',
        rentArea: 4000,
        minArea: 900,
        loadBearing: 1200,
        rentPrice: 10,
        trade: '3',
        streetIds: ['339999003'],
      }),
    )
    const near = await passed(
      'qy1',
      'workshop/info',
      shop('qy1', { title: '只差承重', rentArea: 1200, minArea: null, loadBearing: 900, rentPrice: 10, streetIds: ['339999003'] }),
    )
    const open = await passed(
      'qy1',
      'workshop/info',
      shop('qy1', { title: '没写承重', rentArea: 1200, minArea: null, loadBearing: null, rentPrice: 10, streetIds: ['339999003'] }),
    )
    const not = await passed(
      'qy1',
      'workshop/info',
      shop('qy1', {
        title: '只卖不租',
        rentArea: 1200,
        minArea: null,
        loadBearing: 1200,
        rentPrice: 10,
        trade: '2',
        streetIds: ['339999003'],
      }),
    )
    const demand = await passed(
      'gr1',
      'workshop/demand',
      wish('gr1', { loadBearingMin: 1000, rentMax: 12, fireGrade: 'D', streetIds: ['339999003'], facilities: ['01'] }),
    )
    expect((await get('qy2', '/market/match/forDemand', { kind: 'workshopInfo', id: fits.id })).fields?.[0]?.path).toBe('kind')
    const answer = await get('gr1', '/market/match/forDemand', { kind: 'workshopDemand', id: demand.id, pageSize: 50 })
    expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
    const found = answer.data
    const verdict = (id: number) => found.list.find((row: { id: number }) => row.id === id)?.verdictName
    expect([fits.id, near.id, open.id, not.id].map(verdict)).toEqual(['符合', '差一点', '待确认', undefined])
    const lacking = found.list.find((row: { id: number }) => row.id === near.id).conditions
    expect(lacking.filter((c: { result: string }) => c.result === 'false')).toEqual([expect.objectContaining({ gap: '还差100kg/㎡' })])
    const unknown = found.list.find((row: { id: number }) => row.id === open.id).conditions[0]
    expect(unknown).toMatchObject({ result: 'unknown', gap: '供应方没有填写' })
    expect(found.counts.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(found.total)
    const back = (await get('qy1', '/market/match/forSupply', { kind: 'workshopInfo', id: fits.id, pageSize: 50 })).data
    expect(back.list.find((row: { id: number }) => row.id === demand.id).verdictName).toBe('符合')
    expect(JSON.stringify(back)).not.toContain(numbers.gr1)
    // A change is used by the next match.
    await saved('qy1', 'workshop/info', {
      ...shop('qy1', { title: '合适的', rentArea: 4000, minArea: 900, loadBearing: 1200, trade: '3', streetIds: ['339999003'] }),
      address: `智造大道 ${n - 5} 号`,
      id: fits.id,
      rentPrice: 50,
    })
    const now = (await get('gr1', '/market/match/forDemand', { kind: 'workshopDemand', id: demand.id, pageSize: 50 })).data
    expect(now.list.find((row: { id: number }) => row.id === fits.id)).toBeUndefined()
  })
})

describe('notices', () => {
  const told = async (who: string, words: string) =>
    ((await get(who, '/sys/notice/list', { pageSize: 100 })).data.list as { title: string }[]).filter(({ title }) => title.includes(words))
  // Seen red while items of the same moment were told of in any order: a demand before its supply also matches a larger one of the town.
  it('both sides are notified once of a matching pair, and not of a pair that nearly matches', async () => {
    await tellMatches(t.kernel)
    const supply = await passed(
      'qy1',
      'workshop/info',
      shop('qy1', { title: '琥珀车间', rentArea: 7777, minArea: null, streetIds: ['339999101'] }),
    )
    const demand = await passed(
      'gr1',
      'workshop/demand',
      wish('gr1', { title: '琥珀需求', areaMin: 7700, areaMax: 7800, streetIds: ['339999101'] }),
    )
    const near = await passed(
      'gr1',
      'workshop/demand',
      wish('gr1', { title: '差一点的需求', areaMin: 7800, areaMax: 7900, streetIds: ['339999101'] }),
    )
    await tellMatches(t.kernel)
    await tellMatches(t.kernel)
    const fits = async (who: string) => (await told(who, '琥珀车间')).map(({ title }) => title).filter((title) => !title.includes('审核'))
    expect(await fits('gr1')).toEqual(['有厂房符合您的需求“琥珀需求”：琥珀车间'])
    expect(await fits('qy1')).toEqual(['有需求适合您的厂房“琥珀车间”：琥珀需求'])
    const pairs = await t.kernel.db.selectFrom('market_told').select('demand_id').where('supply_id', '=', supply.id).execute()
    expect(pairs.map((pair) => pair.demand_id)).toEqual([demand.id])
    expect(near.id).toBeGreaterThan(0)
  })
  // Seen red: each of the two was looked for among the items before it, and the pair was never told.
  it('a pair of which this process has not heard yet is told, too', async () => {
    await tellMatches(t.kernel)
    const place = { minArea: null, streetIds: ['339999102'] }
    const made = [
      await saved('qy1', 'workshop/info', shop('qy1', { ...place, title: '远山车间', rentArea: 6666 })),
      await saved('gr1', 'workshop/demand', wish('gr1', { title: '远山需求', areaMin: 6600, areaMax: 6700, streetIds: place.streetIds })),
    ]
    for (const kind of ['workshopInfo', 'workshopDemand'] as const) await shelfOf(t.kernel).board(kind)
    // As another process passes them, before its message arrives.
    const now = clock.now()
    await t.kernel.db
      .updateTable('market_item')
      .set((e) => ({ state: 1, fresh_at: now, publish_time: now, version: e('version', '+', 1), updated_at: now }))
      .where(
        'id',
        'in',
        made.map(({ id }) => id),
      )
      .execute()
    await tellMatches(t.kernel)
    const pairs = await t.kernel.db.selectFrom('market_told').select('demand_id').where('supply_id', '=', made[0]!.id).execute()
    expect(pairs.map((pair) => pair.demand_id)).toContain(made[1]!.id)
  })
  it('several pairs that are new after one approval are one notice for each owner', async () => {
    const place = { minArea: null, streetIds: ['339999101'] }
    const sought = { areaMin: 9900, areaMax: 10_000, streetIds: ['339999101'] }
    for (const [who, title] of [
      ['gr1', '松烟甲'],
      ['gr1', '松烟乙'],
      ['qy2', '松烟丙'],
    ] as const)
      await passed(who, 'workshop/demand', wish(who, { ...sought, title }))
    await tellMatches(t.kernel)
    await passed('qy1', 'workshop/info', shop('qy1', { ...place, title: '松烟车间', rentArea: 9999 }))
    await tellMatches(t.kernel)
    await tellMatches(t.kernel)
    const said = async (who: string) =>
      ((await get(who, '/sys/notice/list', { pageSize: 100 })).data.list as { title: string; body: string }[])
        .filter(({ title }) => title.includes('松烟') && title.includes('需求'))
        .filter(({ title }) => !title.includes('审核'))
        .map(({ title, body }) => [title, body.split('；').toSorted()])
    expect(await said('gr1')).toEqual([['有厂房符合您的 2 条需求：松烟车间', ['松烟乙', '松烟甲']]])
    expect(await said('qy2')).toEqual([['有厂房符合您的需求“松烟丙”：松烟车间', ['']]])
    expect(await said('qy1')).toEqual([['有 3 条需求适合您的厂房“松烟车间”', ['松烟丙', '松烟乙', '松烟甲']]])
  })
  // Seen red: the rule ended the telling for all.
  it('a demand whose rule cannot be used is passed over, once, and the others are told of', async () => {
    const place = { streetIds: ['339999102'] }
    const sought = { ...place, areaMin: 8800, areaMax: 8900 }
    const broken = await passed('gr1', 'workshop/demand', wish('gr1', { ...sought, title: '坏掉的需求' }))
    const sound = await passed('gr1', 'workshop/demand', wish('gr1', { ...sought, title: '完好的需求' }))
    const { db } = t.kernel
    await sql`update market_item set facts = facts || '{"needDate": "无"}', version = version + 1, updated_at = updated_at + interval '1 millisecond' where id = ${broken.id}`.execute(
      db,
    )
    await changing(t.kernel, async () => {})
    const supply = await passed('qy1', 'workshop/info', shop('qy1', { ...place, minArea: null, rentArea: 8850, title: '过关车间' }))
    await tellMatches(t.kernel)
    const pairs = await db.selectFrom('market_told').select('demand_id').where('supply_id', '=', supply.id).execute()
    expect(pairs.map((pair) => pair.demand_id)).toEqual([sound.id])
    const waiting = await db
      .selectFrom('market_item')
      .select('title')
      .where('id', 'in', [broken.id, sound.id, supply.id])
      .where(sql<boolean>`(matched_at is null or matched_at < updated_at)`)
      .execute()
    expect(waiting).toEqual([])
    const held = (await get('qy1', '/market/match/forSupply', { kind: 'workshopInfo', id: supply.id, pageSize: 50 })).data
    const titles = held.list.map(({ title }: { title: string }) => title)
    expect(titles).toContain('完好的需求')
    expect(titles).not.toContain('坏掉的需求')
    // Its owner reads what to correct.
    expect(await get('gr1', '/market/match/forDemand', { kind: 'workshopDemand', id: broken.id })).toMatchObject({
      success: false,
      code: 'RULE',
      msg: '这条需求的“最迟入驻日期”有误，不能用来匹配，请修改需求后保存',
    })
    const kept = (await read('gr1', 'workshop/demand', broken.id)).data
    const mended = { ...wish('gr1', { ...sought, title: '坏掉的需求' }), id: broken.id, version: kept.version }
    expect(await post('gr1', '/workshop/demand/save', mended)).toMatchObject({ success: true })
    expect(await get('gr1', '/market/match/forDemand', { kind: 'workshopDemand', id: broken.id })).toMatchObject({ success: true })
  })
  it('both sides of a visit are reminded once, the day before', async () => {
    const row = await passed('qy1', 'workshop/info', shop('qy1', { title: '提醒车间' }))
    await post('qy1', '/market/visit/offer', { kind: 'workshopInfo', id: row.id, starts: ['2026-06-02 08:00:00'] })
    const [slot] = (await get('gr1', '/market/visit/slots', { kind: 'workshopInfo', id: row.id })).data
    await post('gr1', '/market/visit/book', { slotId: slot.id, phone: numbers.gr1 })
    await remindVisits(t.kernel)
    await remindVisits(t.kernel)
    for (const who of ['gr1', 'qy1']) expect(await told(who, '明天看房：2026-06-02 08:00，提醒车间'), who).toHaveLength(1)
  })
})

describe('contact and visit', () => {
  it('a contact is given after a purpose is stated; both sides can read the record', async () => {
    const row = await passed('qy1', 'workshop/info', shop('qy1'))
    const ask = { kind: 'workshopInfo', id: row.id, phone: numbers.gr1, message: '想分割租 500 ㎡' }
    expect((await post(null, '/market/contact/request', ask)).success).toBe(false)
    expect((await post('qy1', '/market/contact/request', { ...ask, phone: numbers.qy1 })).code).toBe('OWN')
    expect((await post('gr1', '/market/contact/request', { ...ask, message: ' ' })).fields?.[0]).toEqual({
      path: 'message',
      message: '请写明意向',
    })
    expect((await post('gr1', '/market/contact/request', ask)).data).toMatchObject({ contactPerson: '慕容拾光', contactPhone: numbers.qy1 })
    const again = (await post('gr1', '/market/contact/request', ask)).data
    const mine = (await get('gr1', '/market/contact/list', { mine: 1 })).data.list as { id: number; itemId: number }[]
    expect(mine.filter(({ itemId }) => itemId === row.id)).toHaveLength(1)
    const theirs = (await get('qy1', '/market/contact/list', { itemId: row.id })).data.list
    expect(theirs).toEqual([expect.objectContaining({ id: again.id, mine: false, phone: numbers.gr1, message: '想分割租 500 ㎡' })])
    expect((await get('qy2', '/market/contact/list', { itemId: row.id })).data.total).toBe(0)
    expect((await post('qy2', '/market/contact/mark', { id: again.id, mark: 'agent' })).code).toBe('NOT_FOUND')
    expect((await post('gr1', '/market/contact/mark', { id: again.id, mark: 'agent' })).code).toBe('NOT_FOUND')
    expect(await post('qy1', '/market/contact/mark', { id: again.id, answered: true })).toMatchObject({ success: true })
    expect((await read(null, 'workshop/info', row.id)).data.answers).toMatchObject({ answered: expect.any(Number) })
  })

  it('marks of three owners stop a user, marks of one owner for three items do not; staff lift the stop', async () => {
    const ask = (id: number) =>
      post('gr1', '/market/contact/request', { kind: 'workshopInfo', id, phone: numbers.gr1, message: '想了解价格' })
    const mark = (who: string, id: number, to: string) => post(who, '/market/contact/mark', { id, mark: to })
    const marked: number[] = []
    for (let n2 = 0; n2 < 3; n2++) {
      const { id } = await passed('qy1', 'workshop/info', shop('qy1'))
      const contact = (await ask(id)).data.id
      marked.push(contact)
      expect(await mark('qy1', contact, 'harass')).toMatchObject({ success: true })
    }
    const another = await passed('qy2', 'workshop/info', shop('qy2'))
    const first = await ask(another.id)
    expect(first, JSON.stringify(first)).toMatchObject({ success: true })
    marked.push(first.data.id)
    await mark('qy2', first.data.id, 'agent')
    const gov = await saved('market1', 'workshop/info', shop('market1'))
    await decide('market2', 'workshop/info', gov, 1)
    const third = (await ask(gov.id)).data.id
    marked.push(third)
    await mark('market1', third, 'agent')
    const last = await passed('qy2', 'workshop/info', shop('qy2'))
    expect((await ask(last.id)).code).toBe('STOPPED')
    const start = `${shanghaiDay(clock.now().getTime() + 3 * DAY_MS)} 09:00:00`
    await post('qy2', '/market/visit/offer', { kind: 'workshopInfo', id: last.id, starts: [start] })
    const slot = (await get('qy2', '/market/visit/slots', { kind: 'workshopInfo', id: last.id })).data[0].id
    expect((await post('gr1', '/market/visit/book', { slotId: slot, phone: numbers.gr1 })).code).toBe('STOPPED')
    // Staff are told, and read which marks there are; owners go on seeing only their own.
    const titles = async (who: string) => (await inboxOf(t, who)).map(({ title }) => title)
    expect(await titles('gr1')).toContain('您已被多位业主标记，暂时不能索取联系方式、提问和约看')
    expect(await titles('market2')).toContain('一个账号被多位业主标记，已暂停索取联系方式，请核实')
    const listed = async (who: string) =>
      (await get(who, '/market/contact/list', { marked: 1, pageSize: 50 })).data.list as { id: number; stopped: boolean; phone: string }[]
    const judged = (await listed('market1')).filter(({ id }) => marked.includes(id))
    expect(judged.map(({ id, stopped }) => ({ id, stopped })).toSorted((a, b) => a.id - b.id)).toEqual(
      marked.map((id) => ({ id, stopped: true })),
    )
    // They read the number that was left for an item of the office; those that were left for others are masked.
    for (const { id, phone } of judged) expect(phone === numbers.gr1, phone).toBe(id === third)
    expect((await listed('qy2')).map(({ id, stopped, phone }) => [id, stopped, phone])).toEqual([[first.data.id, false, numbers.gr1]])
    expect((await listed('leader1')).some(({ stopped }) => stopped)).toBe(false)
    expect(await listed('gr1')).toEqual([])
    expect((await mark('leader1', marked[0]!, '')).code).toBe('NOT_FOUND')
    for (const id of marked) expect(await mark('market1', id, '')).toMatchObject({ success: true })
    expect(await ask(last.id)).toMatchObject({ success: true })
    expect(await titles('gr1')).toContain('标记已取消，您可以继续索取联系方式、提问和约看')
  })

  it('slots belong to the owner, a visit belongs to one user, and a cancelled visit frees its slot at once', async () => {
    const row = await passed('qy1', 'workshop/info', shop('qy1'))
    const offer = (who: string, starts: string[]) => post(who, '/market/visit/offer', { kind: 'workshopInfo', id: row.id, starts })
    expect((await offer('gr1', ['2026-06-10 09:00:00'])).code).toBe('FORBIDDEN')
    expect((await offer('qy1', ['2026-05-10 09:00:00'])).fields?.[0]?.message).toBe('时段应晚于现在')
    expect((await offer('qy1', ['2026-06-10 09:10:00'])).fields?.[0]?.message).toBe('时段从整点或半点开始')
    expect((await offer('qy1', ['2026-06-10 09:00:00', '2026-06-10 09:30:00'])).data).toEqual({ added: 2 })
    expect((await offer('qy1', ['2026-06-10 09:00:00'])).data).toEqual({ added: 0 })
    const slots = async () =>
      (await get('gr1', '/market/visit/slots', { kind: 'workshopInfo', id: row.id })).data as { id: number; free: boolean }[]
    const [first, second] = await slots()
    const visit = (await post('gr1', '/market/visit/book', { slotId: first!.id, phone: numbers.gr1 })).data
    expect((await post('gr1', '/market/visit/book', { slotId: second!.id, phone: numbers.gr1 })).code).toBe('TWICE')
    expect((await post('qy2', '/market/visit/book', { slotId: first!.id, phone: numbers.qy2 })).code).toBe('TAKEN')
    expect((await get('qy2', '/market/visit/list')).data.list.some((v: { id: number }) => v.id === visit.id)).toBe(false)
    expect((await t.as('qy2').get('/market/visit/ics', { id: visit.id })).body.code).toBe('NOT_FOUND')
    const ics = (await t.as('gr1').get('/market/visit/ics', { id: visit.id })).raw.toString()
    expect(ics).toContain(`UID:market-visit-${visit.id}`)
    expect(ics).toContain('STATUS:CONFIRMED')
    const { url } = (await post('gr1', '/pol/my/calendar/renew', {})).data
    const feed = async () => (await t.http.inject(new URL(url).pathname + new URL(url).search)).body
    expect(await feed()).toContain(`UID:market-visit-${visit.id}@`)
    expect((await post('qy2', '/market/visit/cancel', { id: visit.id })).code).toBe('NOT_FOUND')
    expect(await post('qy1', '/market/visit/cancel', { id: visit.id, reason: '设备检修' })).toMatchObject({ success: true })
    expect((await post('gr1', '/market/visit/cancel', { id: visit.id })).code).toBe('CONFLICT')
    const gone = (await t.as('gr1').get('/market/visit/ics', { id: visit.id })).raw.toString()
    expect(gone).toContain('STATUS:CANCELLED')
    expect(gone).toContain('SEQUENCE:1')
    expect(gone).toContain('METHOD:CANCEL')
    expect(await feed()).toContain('STATUS:CANCELLED')
    expect((await slots())[0]!.free).toBe(true)
    expect(await post('qy2', '/market/visit/book', { slotId: first!.id, phone: numbers.qy2 })).toMatchObject({ success: true })
  })

  it('a report is settled by staff and its author is notified', async () => {
    const row = await passed('qy1', 'workshop/info', shop('qy1'))
    const report = { kind: 'workshopInfo', id: row.id, reason: '地址不存在' }
    expect(await post('gr1', '/market/report', report)).toMatchObject({ success: true })
    expect((await post('gr1', '/market/report', report)).code).toBe('TWICE')
    const list = (await get('market1', '/market/report/list', { open: 1 })).data.list as { id: number; itemId: number }[]
    const { id } = list.find(({ itemId }) => itemId === row.id)!
    expect((await post('leader1', '/market/report/settle', { id, reply: '已核实' })).code).toBe('FORBIDDEN')
    expect(await post('market1', '/market/report/settle', { id, reply: '已核实，地址属实' })).toMatchObject({ success: true })
    expect((await post('market1', '/market/report/settle', { id, reply: '已核实' })).code).toBe('CONFLICT')
  })
})

describe('the log', () => {
  it('is read by the owner and staff and written by nobody', async () => {
    for (const which of ['land', 'workshop']) {
      for (const what of ['save', 'updateReviewState'])
        expect((await post('market1', `/${which}/reviewLog/${what}`, {})).msg).toBe('不支持的操作')
      for (const what of ['delete', 'incViewNum', 'sendVerificationCode'])
        expect((await form('market1', `/${which}/reviewLog/${what}`, {})).msg).toBe('不支持的操作')
      expect((await get('market1', `/${which}/reviewLog/listReviewPassed`)).msg).toBe('不支持的操作')
    }
    const row = await saved('qy1', 'land/demand', {
      title: '求地',
      streetIds: [],
      areaMin: 20,
      contactPerson: '上官',
      contactPhone: numbers.qy1,
    })
    const [step] = (await get('qy1', '/land/reviewLog/list', { itemId: row.id })).data.list
    expect(step).toMatchObject({ move: 'create', name: '登记', kind: 'landDemand' })
    expect((await get('qy2', '/land/reviewLog/list', { itemId: row.id })).data.total).toBe(0)
    expect((await get('qy2', '/land/reviewLog/findById', { id: step.id })).code).toBe('NOT_FOUND')
    expect((await get('market1', '/land/reviewLog/findById', { id: step.id })).data.id).toBe(step.id)
  })
  it('the exported sheet contains the list, with masked contacts', async () => {
    const sheet = await t.as('market1').get('/market/export', { kind: 'workshopInfo' })
    expect(sheet.status).toBe(200)
    expect(sheet.raw.subarray(0, 2).toString()).toBe('PK')
    expect((await t.as('qy1').get('/market/export', { kind: 'workshopInfo' })).body.code).toBe('FORBIDDEN')
  })
})
