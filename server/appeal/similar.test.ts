import { beforeAll, expect, it } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import { actingFor } from '../kernel/testing/acting.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import type { Person } from '../kernel/testing/people.ts'

const clock = movableClock('2026-09-14T02:00:00Z')
const DAY_MS = 86_400_000
let t: TestApp
const office: Record<string, number> = {}
beforeAll(async () => {
  t = await testApp({ clock })
  await t.kernel.db.deleteFrom('appeal').execute()
  for (const row of await t.kernel.db.selectFrom('office').select(['id', 'code']).execute()) office[row.code] = row.id
})
const words = {
  typeId: 1601,
  title: '厂区门口公交站点撤销',
  content: '公交站点撤销以后，三百名工人上下班要走两公里。',
  contact: '林小满',
  phone: '13812345678',
  submit: true,
}
const file = async (who: string, more: object = {}) =>
  (await t.as(who).post('/appeal/info/save', { ...words, ...more })).body.data.id as number
const doing = async (who: string, what: string, body: object) =>
  expect((await t.as(who).post(`/appeal/info/${what}`, body)).body).toMatchObject({ success: true })
const answered = (id: number) => doing('dept1', 'deal', { id, dealContent: '下周起恢复停靠。', result: 'solved' })
const openFor = async (person: Person) =>
  ((await person.get('/appeal/info/similar', { text: '公交站点撤销，工人上下班不便' })).body.data.open as { id: number }[]).map(
    ({ id }) => id,
  )
const open = (who: string) => openFor(t.as(who))

it('appeals are suggested to their own sender and to staff who may see them, to nobody else', async () => {
  const [ofCompany, ofPerson] = [await file('qy1'), await file('gr1')]
  await t.as('qy1').post('/appeal/info/save', { ...words, title: '公交站点撤销，草稿', submit: false })
  expect((await t.as(null).get('/appeal/info/similar', { text: words.title })).status).toBe(401)
  expect(await open('qy1')).toEqual([ofCompany])
  expect(await open('gr1')).toEqual([ofPerson])
  for (const who of ['qy2', 'dept1', 'dept2', 'agent1', 'editor1']) expect(await open(who), who).toEqual([])
  expect(await open('front1')).toEqual([ofPerson, ofCompany])
  await doing('front1', 'transfer', { id: ofCompany, officeId: office.jxj })
  expect(await open('dept1')).toEqual([ofCompany])
  // Whoever acts for the company sees the company's appeals in place of their own.
  const { person, self } = await actingFor(t, 'gr1', 'qy1')
  expect(await openFor(person)).toEqual([ofCompany])
  expect(await openFor(await self())).toEqual([ofPerson])
  // What the sender is told of staff: nothing but the office.
  const [told] = (await t.as('qy1').get('/appeal/info/similar', { text: words.title })).body.data.open
  expect(told).toMatchObject({ officeName: '县经济和信息化局', stateName: '办理中', mergeable: false })
})

it('an appeal whose answer is written is not suggested, neither under review nor afterwards; one that is refused in review is again', async () => {
  const [id] = await open('dept1')
  await answered(id!)
  for (const who of ['qy1', 'front1', 'dept1']) expect(await open(who), who).not.toContain(id)
  await doing('front1', 'examine', { id, examineState: 2, opinion: '请写明日期' })
  for (const who of ['qy1', 'front1', 'dept1']) expect(await open(who), who).toContain(id)
  await answered(id!)
  await doing('front1', 'examine', { id, examineState: 1 })
  expect(await open('qy1')).toEqual([])
})

it('appeals of more than three weeks ago are not suggested, whoever asks', async () => {
  const id = await file('qy2')
  clock.advance(21 * DAY_MS)
  for (const who of ['qy2', 'front1']) expect(await open(who), who).toContain(id)
  clock.advance(1000)
  for (const who of ['qy2', 'front1']) expect(await open(who), who).not.toContain(id)
})
