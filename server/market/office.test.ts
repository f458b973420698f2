import { beforeAll, expect, it } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { inboxOf, passedItem, workshop } from './testing/items.ts'
import { bindNumbers } from './testing/numbers.ts'
import { DAY } from './visible.ts'

const clock = movableClock('2026-06-01T01:00:00Z')
const phone = '15430000001'
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
  await bindNumbers(t, { qy1: phone, gr1: '15430000003', market1: '15430000004' })
})
const post = async (who: string, what: string, body: object) => (await t.as(who).post(what, body)).body
const decide = '/workshop/info/updateReviewState'
const stepsOf = async (who: string, itemId: number) =>
  (await t.as(who).get('/workshop/reviewLog/list', { itemId })).body.data.list as { move: string; by: string; opinion: string | null }[]

it('the office takes down the item of somebody else only with a reason, which the owner reads without the name of the officer', async () => {
  const body = workshop(phone)
  const { id, version } = await passedItem(t, 'qy1', 'workshop/info', body)
  const down = { id, version, reviewState: 3 }
  for (const reviewOpinion of ['', ' \u200b'])
    expect((await post('market1', decide, { ...down, reviewOpinion })).fields).toEqual([
      { path: 'reviewOpinion', message: '请写明下架的原因，会告知发布人' },
    ])
  expect((await post('leader1', decide, { ...down, reviewOpinion: '不实' })).code).toBe('FORBIDDEN')
  expect(await post('market1', decide, { ...down, reviewOpinion: '图片与实际不符' })).toMatchObject({ success: true })
  expect(await inboxOf(t, 'qy1')).toContainEqual(expect.objectContaining({ title: `厂房“${body.title}”已被下架`, body: '图片与实际不符' }))
  expect(await stepsOf('qy1', id)).toContainEqual(expect.objectContaining({ move: 'takeDown', by: '审核人员', opinion: '图片与实际不符' }))
  expect((await stepsOf('qy1', id)).map(({ by }) => by)).not.toContain(
    (await stepsOf('market2', id)).find(({ move }) => move === 'takeDown')!.by,
  )
})

it('an owner needs no reason, and neither does the office for its own items', async () => {
  const own = await passedItem(t, 'qy1', 'workshop/info', workshop(phone))
  expect(await post('qy1', decide, { ...own, reviewState: 3 })).toMatchObject({ success: true })
  expect((await stepsOf('qy1', own.id)).find(({ move }) => move === 'takeDown')!.by).not.toBe('审核人员')
  const saved = (await post('market1', '/workshop/info/save', workshop('15430000004'))).data
  const gov = (await post('market2', decide, { id: saved.id, version: saved.version, reviewState: 1 })).data
  expect(await post('market1', decide, { id: gov.id, version: gov.version, reviewState: 3 })).toMatchObject({ success: true })
})

it('the owner is told when the office deletes an item', async () => {
  const body = workshop(phone)
  const { id, version } = (await post('qy1', '/workshop/info/save', body)).data
  expect((await t.as('market1').form('/workshop/info/delete', { id: String(id), version: String(version) })).body.success).toBe(true)
  expect((await inboxOf(t, 'qy1')).map(({ title }) => title)).toContain(`厂房“${body.title}”已被工作人员删除`)
})

it('a favourite that went back to review keeps the title that was approved', async () => {
  const body = workshop(phone)
  const { id, version } = await passedItem(t, 'qy1', 'workshop/info', body)
  const favourite = async () => (await t.as('gr1').get('/market/favourite/list', { itemId: id })).body.data.list[0]
  await post('gr1', '/market/favourite/set', { kind: 'workshopInfo', id, on: true })
  const revised = (await post('qy1', '/workshop/info/save', { ...body, id, version, title: '没有人审核过的标题' })).data
  expect(revised.reviewState).toBe(0)
  expect(await favourite()).toMatchObject({ title: body.title, listed: false })
  await post('market1', decide, { id, version: revised.version, reviewState: 1 })
  expect(await favourite()).toMatchObject({ title: '没有人审核过的标题', listed: true })
})

it('booking and cancelling in turn ends after twenty times a day', async () => {
  // The sample data has visits of its own.
  await t.kernel.db
    .deleteFrom('market_visit')
    .where('user_id', '=', (e) => e.selectFrom('sys_user').select('id').where('user_name', '=', 'gr1'))
    .execute()
  const { id } = await passedItem(t, 'qy1', 'workshop/info', workshop(phone))
  await post('qy1', '/market/visit/offer', { kind: 'workshopInfo', id, starts: ['2026-06-05 08:00:00'] })
  const [slot] = (await t.as('gr1').get('/market/visit/slots', { kind: 'workshopInfo', id })).body.data as { id: number }[]
  const book = () => post('gr1', '/market/visit/book', { slotId: slot!.id, phone: '15430000003' })
  for (let n = 0; n < 20; n++) {
    const booked = await book()
    expect(booked, JSON.stringify(booked)).toMatchObject({ success: true })
    const cancelled = await post('gr1', '/market/visit/cancel', { id: booked.data.id })
    expect(cancelled, JSON.stringify(cancelled)).toMatchObject({ success: true })
    clock.advance(60_000)
  }
  expect((await book()).code).toBe('LIMIT')
  clock.advance(DAY)
  expect(await book()).toMatchObject({ success: true })
})

it.each([
  ['title', { title: '标准厂房，电话 139 1234 5678' }],
  ['title', { title: '标准厂房，电话１３９１２３４５６７８' }],
  ['address', { address: '雪松路 1 号 0571-87654321' }],
  ['envAllowed', { envAllowed: '请打 13912345678' }],
  ['description', { description: '<p>请打 139<strong>1234</strong>5678</p>' }],
  // As editors write the second of two spaces.
  ['description', { description: '<p>请打 139&nbsp; 1234&nbsp;5678</p>' }],
  ['title', { title: '面积 1500-3000 500 起，130 1230 4560' }],
  ['title', { title: '标准厂房 0570-8765430' }],
  ['title', { title: '标准厂房 +8613812345678' }],
  ['title', { title: '标准厂房，一三八一二三四五六七八' }],
  ['title', { title: '标准厂房，1３八一贰34五六七八' }],
  ['title', { title: '标准厂房 138/1234/5678' }],
  ['title', { title: '标准厂房 138，1234，5678' }],
  ['title', { title: '标准厂房 (138)12345678' }],
  ['title', { title: '标准厂房 (0570)8765431' }],
  ['title', { title: '标准厂房 138\u200b1234\u200b5678' }],
])('a text that everybody reads has no phone number: %s', async (path, more) => {
  expect((await post('qy1', '/workshop/info/save', workshop(phone, more))).fields).toEqual([
    { path, message: '这里公开显示，请不要写电话号码；联系电话另外填写，写明意向的人才能看到' },
  ])
})

it('other numbers are no phone numbers', async () => {
  const description = '<table><tr><td>13</td><td>20</td><td>15</td><td>18</td><td>16</td><td>22</td></tr></table><p>2000-3000 ㎡</p>'
  const more = { title: '地块 339999001001 上的 1000000 ㎡ 厂房', description }
  expect(await post('qy1', '/workshop/info/save', workshop(phone, more))).toMatchObject({ success: true })
})

it.each([
  ['可分割 1500-3000 500 起租'],
  ['货梯轿厢 1800*2400*600，门 1500*2100'],
  ['云溪国用（2026）第 0570-2026-12345 号'],
  ['项目代码 2604-339999-04-01-139876'],
  ['浙（2026）云溪县不动产权第 0012345 号'],
  ['宗地 330825001001GB00012，容积率 1.5-2.0，2026-11-28 交付'],
  ['单间 150/2000/3500 三种，86 1500-3000 500 起'],
  ['二〇二六年一一月二八日起，一号楼三层、四层、五层'],
  ['租金 13.5 元，税收 30.25 万元/亩，总价 13500000 元'],
])('honest figures are saved: %s', async (envAllowed) => {
  expect(await post('qy1', '/workshop/info/save', workshop(phone, { envAllowed }))).toMatchObject({ success: true })
})

it('the filters take every number that the number field of a browser can send', async () => {
  const list = async (areaMin: string) => (await t.as(null).get('/workshop/info/listReviewPassed', { areaMin })).body
  const { total } = (await list('1000')).data
  expect(total).toBeGreaterThan(0)
  for (const same of ['1e3', '1E+3', '1000.', '1000.0000000001']) expect((await list(same)).data?.total, same).toBe(total)
  expect((await list('.5')).success).toBe(true)
  for (const bad of ['-1', '1e99', '1e999', 'NaN', 'Infinity', '0x10']) expect((await list(bad)).code, bad).toBe('INVALID')
})
