import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock: { now: () => new Date('2026-03-10T02:00:00Z') } })
  await t.kernel.db.deleteFrom('advert').execute()
})
const op = () => t.as('op1')
const titles = async () => (await t.as(null).get('/adver/list')).body.data.list.map((one: { title: string }) => one.title)
const asks = (name: string) => ({ code: 'CONFIRM', msg: `首页同时最多显示 4 个推广位，“${name}”不再显示。继续？` })

it('an edit and a move that take another published slot from the home page ask first, with its name; others do not', async () => {
  const made = await t.kernel.db
    .insertInto('advert')
    .values(
      ['甲', '乙', '丙', '丁', '戊'].map((title, sort) => ({
        title,
        url: '/page/home',
        sort,
        state: 1,
        // Over since yesterday, so that the fifth is shown.
        to_date: title === '乙' ? '2026-03-09' : null,
      })),
    )
    .returning(['id', 'title', 'version'])
    .execute()
  expect(await titles()).toEqual(['甲', '丙', '丁', '戊'])
  const [, second, , , last] = made
  const longer = { id: second!.id, version: second!.version, title: '乙', url: '/page/home', toDate: '2026-03-20' }
  expect((await t.as('editor1').post('/adver/saveOrUpdate', longer)).body.code).toBe('FORBIDDEN')
  expect((await op().post('/adver/saveOrUpdate', longer)).body).toMatchObject(asks('戊'))
  expect(await titles()).toEqual(['甲', '丙', '丁', '戊'])
  expect((await op().post('/adver/saveOrUpdate', { ...longer, version: 99 })).body.code).toBe('CONFLICT')
  // Text alone changes nobody's place.
  const words = { id: last!.id, version: last!.version, title: '戊二', url: '/page/home' }
  expect((await op().post('/adver/saveOrUpdate', words)).body.success).toBe(true)
  expect((await op().post('/adver/saveOrUpdate', { ...longer, confirmed: true })).body.success).toBe(true)
  expect(await titles()).toEqual(['甲', '乙', '丙', '丁'])

  expect((await op().post('/adver/move', { id: last!.id, direction: 'up' })).body).toMatchObject(asks('丁'))
  expect(await titles()).toEqual(['甲', '乙', '丙', '丁'])
  expect((await op().post('/adver/move', { id: last!.id, direction: 'up', confirmed: true })).body.success).toBe(true)
  expect(await titles()).toEqual(['甲', '乙', '丙', '戊二'])
  expect((await op().post('/adver/move', { id: last!.id, direction: 'down' })).body).toMatchObject(asks('戊二'))
  expect((await op().post('/adver/move', { id: last!.id, direction: 'up' })).body.success).toBe(true)
  // A last day that is over would hide it while the list calls it published; 下架 is for that.
  const over = { ...longer, version: second!.version + 1, toDate: '2026-03-09' }
  expect((await op().post('/adver/saveOrUpdate', over)).body.fields?.[0]?.path).toBe('toDate')
})
