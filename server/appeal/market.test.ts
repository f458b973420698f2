import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await t.kernel.db.deleteFrom('appeal').execute()
})
const file = async (who: string, typeId: number, more: object = {}) => {
  const words = { title: `想租厂房 ${typeId}`, content: '现有场地不够用。', contact: '林小满', phone: '13812345678', submit: true }
  return (await t.as(who).post('/appeal/info/save', { ...words, typeId, ...more })).body.data.id as number
}
const offered = async (who: string, id: number) => (await t.as(who).get('/appeal/info/findById', { id })).body.data?.market

it.each([
  [1101, ['landDemand']],
  [1102, ['workshopDemand']],
  [1104, ['landDemand', 'workshopDemand']],
  [1105, ['workshopInfo']],
  [1601, []],
])('an appeal of type %i offers its sender to register %j in the market', async (typeId, kinds) => {
  for (const who of ['qy1', 'gr1']) expect(await offered(who, await file(who, typeId)), who).toEqual(kinds)
})

it('nothing is offered to staff, to others, for a draft, and after a withdrawal', async () => {
  const id = await file('qy1', 1101, { title: '需要二十亩地' })
  for (const who of ['front1', 'leader1']) expect(await offered(who, id), who).toEqual([])
  for (const who of ['qy2', 'gr1', 'dept2']) expect(await offered(who, id), who).toBeUndefined()
  expect(await offered('qy1', await file('qy1', 1101, { title: '还没写完', submit: false }))).toEqual([])
  await t.as('qy1').post('/appeal/info/withdraw', { id })
  expect(await offered('qy1', id)).toEqual([])
})
