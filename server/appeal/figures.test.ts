import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read, utils } from '@e965/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { messages } from '../../contract/messages.ts'
import { movableClock } from '../kernel/clock.ts'
import { readSheet } from '../kernel/sheet/read.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

const clock = movableClock('2026-09-28T02:00:00Z')
let t: TestApp
const office: Record<string, number> = {}
beforeAll(async () => {
  t = await testApp({ clock })
  // Removes the demo's appeals.
  await t.kernel.db.deleteFrom('appeal').execute()
  await t.kernel.db.deleteFrom('numbering').where('prefix', '=', 'SQ').execute()
  for (const row of await t.kernel.db.selectFrom('office').select(['id', 'code']).execute()) office[row.code] = row.id
})
const PERIOD = { startTime: '2026-09-28', endTime: '2026-10-31' }
let n = 0
const file = async (who: string, more: object = {}) => {
  const body = {
    typeId: 1601,
    title: `星澜公司限电 ${++n}`,
    content: '请联系林小满 13812345678',
    contact: '林小满',
    phone: '13812345678',
    submit: true,
    ...more,
  }
  return (await t.as(who).post('/appeal/info/save', body)).body.data.id as number
}
const doing = (who: string, what: string, body: object) =>
  t
    .as(who)
    .post(`/appeal/info/${what}`, body)
    .then((r) => r.body)
const get = (who: string | null, path: string, query: object = {}) =>
  t
    .as(who)
    .get(path, { ...query })
    .then((r) => r.body)
const close = async (id: number, code: string, who: string, result: string) => {
  await doing('front1', 'transfer', { id, officeId: office[code] })
  await doing(who, 'deal', { id, dealContent: '已协调，联系电话 13912345678。', result })
  expect((await doing('front1', 'examine', { id, examineState: 1 })).data).toMatchObject({ state: 4 })
}

describe('figures', () => {
  let ids: number[]
  beforeAll(async () => {
    ids = [await file('qy1', { publicFlag: 1 }), await file('qy1'), await file('gr1', { typeId: 1403 }), await file('gr1')]
    await close(ids[0]!, 'jxj', 'dept1', 'solved')
    await close(ids[2]!, 'kjj', 'dept2', 'explained')
    await doing('qy1', 'evaluate', { id: ids[0], score: 5 })
    clock.set('2026-10-12T02:00:00Z')
    await close(ids[1]!, 'jxj', 'dept1', 'unsolved')
  })
  it('are refused to users who do not read appeals, and for reversed dates', async () => {
    for (const path of [
      '/appeal/info/statistics',
      '/appeal/statistics/statistics',
      '/appeal/statisticsNew/overview',
      '/appeal/dealDuration/statistics',
    ]) {
      expect((await t.as(null).get(path)).status).toBe(401)
      expect((await get('qy1', path)).code).toBe('FORBIDDEN')
    }
    expect((await t.as('front1').get('/appeal/statistics/trend', { startTime: '2026-10-02', endTime: '2026-10-01' })).status).toBe(400)
    expect((await t.as('front1').get('/appeal/statistics/rank', { by: 'name' })).status).toBe(400)
  })
  it('by the day of submission agree with the list', async () => {
    const total = async (query: object) => (await get('front1', '/appeal/info/list', { ...PERIOD, ...query })).data.total
    const sums = (await get('front1', '/appeal/statistics/statistics', { ...PERIOD, by: 'office' })).data
    const [all, done] = sums.series
    expect(all.values.reduce((x: number, y: number) => x + y, 0)).toBe(await total({}))
    expect(done.values.reduce((x: number, y: number) => x + y, 0)).toBe((await total({ state: 4 })) + (await total({ state: 6 })))
    expect(all.values[sums.names.indexOf('县科技局')]).toBe(await total({ officeId: office.kjj }))
    const states = (await get('front1', '/appeal/info/statistics', PERIOD)).data
    expect(states.series[0].values[states.names.indexOf('待受理')]).toBe(await total({ state: 1 }))
    const trend = (await get('front1', '/appeal/statistics/trend', PERIOD)).data
    expect(trend.names).toEqual(['2026-09', '2026-10'])
    expect(trend.series[0].values).toEqual([4, 0])
    expect((await get('front1', '/appeal/statistics/rank', { ...PERIOD, by: 'type', top: 1 })).data).toEqual([
      { name: '要素保障', value: 3 },
    ])
  })
  it('leave out nothing: a trend has every step of its period, or is refused', async () => {
    const trend = (query: Record<string, unknown>) => t.as('front1').get('/appeal/statistics/trend', query)
    const days = (await trend({ unit: 'day', startTime: '2025-09-30', endTime: '2026-10-31' })).body.data
    expect([days.names.length, days.names[0], days.names.at(-1)]).toEqual([397, '2025-09-30', '2026-10-31'])
    for (const root of ['statistics', 'statisticsNew']) {
      const long = await t.as('front1').get(`/appeal/${root}/trend`, { unit: 'day', startTime: '2025-01-01', endTime: '2026-10-31' })
      expect(long.body.fields?.[0], root).toEqual({ path: 'startTime', message: '按日最多统计 400 天' })
    }
    const decade = (await trend({ startTime: '2016-10-31', endTime: '2026-10-31' })).body.data
    expect([decade.names.length, decade.names.at(-1)]).toEqual([121, '2026-10'])
    expect((await trend({ startTime: '2016-10-01', endTime: '2026-10-31' })).body.fields?.[0]?.message).toBe('一次最多统计 10 年')
  })
  it('for an office’s own people cover only their office', async () => {
    const own = (await get('dept2', '/appeal/statistics/statistics', { ...PERIOD, by: 'office' })).data
    expect(own.names).toEqual(['县科技局'])
  })
  it('by day of closing give in time, solved, satisfied and working days; without evaluation none is satisfied or not', async () => {
    const sums = (await get('front1', '/appeal/statisticsNew/statistics', { ...PERIOD, by: 'office' })).data
    const of = (name: string) => sums.series.map((s: { values: number[] }) => s.values[sums.names.indexOf(name)])
    // The second was promised for 10 October and closed on Monday the 12th, six working days after its submission.
    expect(of('县经济和信息化局')).toEqual([2, 50, 50, 100, 3])
    expect(of('县科技局')).toEqual([1, 100, 0, null, 0])
    const items = (await get('front1', '/appeal/statisticsNew/overview', PERIOD)).data.items
    expect(items.find((i: { label: string }) => i.label === '未评价').value).toBe(2)
    expect((await get('front1', '/appeal/statisticsNew/rank', PERIOD)).data).toEqual([{ name: '县经济和信息化局', value: 100 }])
    const open = (await get(null, '/appeal/statistics/overview', PERIOD)).data.items.map((i: { value: number }) => i.value)
    expect(open).toEqual([4, 3, 66.7, 100])
    const days = (await get('front1', '/appeal/dealDuration/statistics', PERIOD)).data
    expect(days.names).toEqual(['要素保障', '科技创新'])
    expect(days.series[0].values).toEqual([3, 0])
  })
  it('the sheets contain the same rows, with masked names and numbers', async () => {
    const rows = async (url: string) => {
      const answer = await t.as('front1').send({ method: 'GET', url })
      const at = join(mkdtempSync(join(tmpdir(), 'appeal-')), 'a.xlsx')
      writeFileSync(at, answer.raw)
      return (await readSheet(at)).map((row) => row.cells)
    }
    const list = await rows('/appeal/info/export?startTime=2026-09-28&endTime=2026-10-31')
    expect(list).toHaveLength(5)
    expect(JSON.stringify(list)).not.toMatch(/1381234|1391234|林小满"/)
    expect(list[0]).toContain('诉求内容')
    const sums = await rows('/appeal/statisticsNew/export?startTime=2026-09-28&endTime=2026-10-31')
    expect(sums[0]!.slice(0, 2)).toEqual(['办理部门', '办结件数'])
    // The explanation is on a second page, because sorting the rows would move it if it stood below them.
    const offices = (await get('front1', '/appeal/statisticsNew/statistics', { ...PERIOD, by: 'office' })).data.names
    expect(sums.slice(1).map((row) => row[0])).toEqual(offices)
    const { raw } = await t.as('front1').get('/appeal/statisticsNew/export', PERIOD)
    const note = read(raw).Sheets['说明']
    expect(note && utils.sheet_to_json(note, { header: 1 })).toEqual([[expect.stringContaining('按办结日统计')]])
    expect((await t.as('dept2').get('/appeal/info/export', { ids: String(ids[0]) })).raw.length).toBeGreaterThan(0)
    expect((await t.as('qy1').get('/appeal/info/export')).body.code).toBe('FORBIDDEN')
  })

  it('an answer is published with its sender’s consent, without names, and can be found by everybody', async () => {
    expect((await t.as('dept1').get('/appeal/info/publishText', { id: ids[0]! })).body.code).toBe('FORBIDDEN')
    expect((await get('front1', '/appeal/info/publishText', { id: ids[1] })).msg).toBe('提出人没有同意公开该诉求')
    expect((await get('front1', '/appeal/info/publishText', { id: ids[3] })).msg).toBe('办结以后才能公开')
    const proposed = (await get('front1', '/appeal/info/publishText', { id: ids[0] })).data
    expect(JSON.stringify(proposed)).not.toMatch(/1381234|1391234/)
    const body = { id: ids[0], title: '限电期间怎样错峰', question: '某企业限电两天', answer: '夜间错峰，来电 13712345678。' }
    const { id } = (await doing('front1', 'publishText', body)).data
    const shown = (await get(null, '/appeal/info/caseById', { id })).data
    expect(shown).toMatchObject({
      title: '限电期间怎样错峰',
      officeName: '县经济和信息化局',
      answer: '夜间错峰，来电 137****5678。',
      viewNum: 0,
    })
    expect(JSON.stringify(shown)).not.toMatch(/星澜|林小满/)
    expect((await t.as(null).form('/appeal/info/incViewNum', { id: String(id) })).body.data).toEqual({ viewNum: 1 })
    expect((await t.as(null).form('/appeal/info/incViewNum', { id: String(id) })).body.data).toEqual({ viewNum: 1 })
    expect((await get(null, '/appeal/info/cases', { q: '错峰' })).data.total).toBe(1)
    const found = (await get(null, '/thirdPartApi/globalSearch', { keyword: '限电错峰', type: 'appeal' })).data
    expect(found.list[0]).toMatchObject({ title: '限电期间怎样错峰', url: `/page/appeal?id=${id}` })
    expect((await t.as('front1').form('/appeal/info/unpublishText', { id: String(ids[0]) })).body.data).toBe(true)
    expect((await get(null, '/appeal/info/caseById', { id })).code).toBe('NOT_FOUND')
  })
  it('the sender’s latest appeals are on the home page', async () => {
    const mine = (await get('qy1', '/corp/policyCalculator/homeMyAppeal', { page: 1, pageSize: 2 })).data
    expect(mine.list.map((row: { id: number }) => row.id)).toEqual([ids[1], ids[0]])
    expect((await get('front1', '/corp/policyCalculator/homeMyAppeal')).code).toBe('FORBIDDEN')
  })
})

describe('types and time limits', () => {
  const type = (body: object) => t.as('front1').post('/appeal/type/saveOrUpdate', body)
  const limit = (body: object) => t.as('front1').post('/appeal/dealDuration/saveOrUpdate', body)
  const message = (r: { body: { fields?: { message: string }[] } }) => r.body.fields?.[0]?.message
  it('are managed by the service centre', async () => {
    for (const path of ['/appeal/type/list', '/appeal/dealDuration/list']) expect((await get('dept1', path)).code).toBe('FORBIDDEN')
    expect((await t.as('dept1').post('/appeal/type/saveOrUpdate', { name: '新类', code: '30' })).body.code).toBe('FORBIDDEN')
  })
  it('refuse an existing code, a subtype as parent, an unknown office, and a second limit', async () => {
    expect(message(await type({ name: '', code: '30' }))).toBe('请输入类型名称')
    expect(message(await type({ name: '充电桩', code: '1601', parentId: 16 }))).toBe('该编码已被使用')
    expect(message(await type({ name: '充电桩', code: '1690', parentId: 1601 }))).toBe('请选择一个大类')
    expect(message(await type({ name: '充电桩', code: '1690', parentId: 16, officeId: 999_999 }))).toBe('该部门不存在或已停用，请另选')
    expect(message(await type({ id: 16, name: '要素保障', code: '16', parentId: 17 }))).toBe('该大类下还有小类，不能改为小类')
    expect(message(await limit({ typeId: 1601, workDays: 5, warnDays: 1 }))).toBe('该类型已有办理时限，请直接修改')
    expect(message(await limit({ typeId: 1605, workDays: 3, warnDays: 3 }))).toBe('预警天数应少于办理天数')
  })
  it('a new type is in the tree, in its place, with its own limit; a type in use cannot be deleted', async () => {
    const { id } = (await type({ name: '充电桩', code: '1690', parentId: 16, officeId: office.fgj })).body.data
    const below = async () =>
      (await get(null, '/appeal/type/tree')).data
        .find((big: { code: string }) => big.code === '16')
        .children.map((one: { name: string }) => one.name)
    expect((await below()).at(-1)).toBe('充电桩')
    expect((await t.as('front1').post('/appeal/type/move', { id, direction: 'up' })).body.data).toBe(true)
    expect((await below()).at(-2)).toBe('充电桩')
    await limit({ typeId: id, workDays: 2, warnDays: 0 })
    const body = { typeId: id, title: '车间充电桩', content: '装不了', contact: '林小满', phone: '13812345678', submit: true }
    const filed = (await t.as('qy1').post('/appeal/info/save', body)).body.data
    expect(new Date(filed.deadline).toISOString()).toBe('2026-10-14T15:59:59.000Z')
    expect((await t.as('front1').form('/appeal/type/delete', { id: String(id) })).body.msg).toBe('已有诉求使用该类型，可以停用，不能删除')
    expect((await t.as('front1').form('/appeal/type/delete', { id: '16' })).body.code).toBe('IN_USE')
    expect((await type({ id, name: '充电桩', code: '1690', parentId: 16, enabled: false })).body.success).toBe(true)
    expect(await below()).not.toContain('充电桩')
    expect(message(await t.as('qy1').post('/appeal/info/save', { ...body, title: '再装一个' }))).toBe('该诉求类型已停用，请另选')
    expect(messages.treeLeafOnly).toBe('请选择最小分类。')
  })
})
