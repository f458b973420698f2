import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

const clock = movableClock('2026-10-12T02:00:00Z')
let t: TestApp
const office: Record<string, number> = {}
let big: number
let small: number
beforeAll(async () => {
  t = await testApp({ clock })
  for (const row of await t.kernel.db.selectFrom('office').select(['id', 'code']).execute()) office[row.code] = row.id
  big = (await made('type', { name: '低空经济', code: '90' })).id
  small = (await made('type', { name: '起降场', code: '9001', parentId: big, officeId: office.fgj })).id
})
type Setting = 'type' | 'dealDuration' | 'route' | 'template'
async function made(what: Setting, body: object): Promise<{ id: number }> {
  const answer = (await t.as('front1').post(`/appeal/${what}/saveOrUpdate`, body)).body
  expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
  return answer.data
}
const remove = async (who: string | null, what: Setting, id: number | string) =>
  (await t.as(who).form(`/appeal/${what}/delete`, { id: String(id) })).body
/** Who has no right to the settings, an id that is not there, and one that is none. */
async function refuses(what: Setting, id: number): Promise<void> {
  expect((await remove(null, what, id)).code).toBe('UNAUTHENTICATED')
  for (const who of ['qy1', 'gr1', 'dept1', 'leader1', 'editor1']) expect((await remove(who, what, id)).code, who).toBe('FORBIDDEN')
  expect((await remove('front1', what, 999_999)).code).toBe('NOT_FOUND')
  expect((await remove('front1', what, 'x')).fields?.[0]?.path).toBe('id')
}
const listed = async (what: Setting, id: number): Promise<boolean> =>
  ((await t.as('front1').get(`/appeal/${what}/list`, { pageSize: 100 })).body.data.list as { id: number }[]).some((one) => one.id === id)
const noted = async (action: string, id: number) =>
  (await t.kernel.db.selectFrom('audit_log').select('id').where('action', '=', action).where('object_id', '=', String(id)).execute()).length
let n = 0
const words = (more: object = {}) => ({
  typeId: small,
  title: `起降场审批 ${++n}`,
  content: '请协调起降场选址。',
  contact: '林小满',
  phone: '13812345678',
  ...more,
})
async function file(more: object = {}): Promise<{ id: number; deadline: string }> {
  const answer = (await t.as('qy1').post('/appeal/info/save', words({ submit: true, ...more }))).body
  expect(answer, JSON.stringify(answer)).toMatchObject({ success: true })
  return answer.data
}
const read = async (who: string, id: number) => (await t.as(who).get('/appeal/info/findById', { id })).body.data
const dayOf = (deadline: string) => new Date(Date.parse(deadline) + 8 * 3_600_000).toISOString().slice(0, 10)

describe('deleting', () => {
  it('a time limit: new appeals have that of the main type, then the usual one; those filed before keep their promise', async () => {
    const own = (await made('dealDuration', { typeId: small, workDays: 3, warnDays: 1 })).id
    const main = (await made('dealDuration', { typeId: big, workDays: 8, warnDays: 2 })).id
    const first = await file()
    expect(dayOf(first.deadline)).toBe('2026-10-15')
    await refuses('dealDuration', own)
    expect((await remove('front1', 'dealDuration', own)).data).toBe(true)
    expect([await listed('dealDuration', own), await listed('dealDuration', main)]).toEqual([false, true])
    expect((await t.as('front1').get('/appeal/dealDuration/findById', { id: own })).body.code).toBe('NOT_FOUND')
    expect(dayOf((await file()).deadline)).toBe('2026-10-22')
    expect((await remove('front1', 'dealDuration', main)).data).toBe(true)
    expect(dayOf((await file()).deadline)).toBe('2026-11-02')
    expect(dayOf((await read('qy1', first.id)).deadline)).toBe('2026-10-15')
    expect((await remove('front1', 'dealDuration', own)).code).toBe('NOT_FOUND')
    expect(await noted('appealLimit.delete', own)).toBe(1)
    // The type may have a limit again.
    await remove('front1', 'dealDuration', (await made('dealDuration', { typeId: small, workDays: 5, warnDays: 1 })).id)
  })

  it('a route: the office of the type is proposed again, for appeals that wait already too', async () => {
    const { id: appealId } = await file()
    const proposed = async () => (await read('front1', appealId)).proposed
    expect(await proposed()).toMatchObject({ officeId: office.fgj, ground: '依据：“起降场”的承办部门' })
    const { id } = await made('route', { typeId: small, sender: 'company', officeId: office.kjj })
    expect(await proposed()).toMatchObject({ officeId: office.kjj })
    await refuses('route', id)
    expect(await proposed()).toMatchObject({ officeId: office.kjj })
    expect((await remove('front1', 'route', id)).data).toBe(true)
    expect(await listed('route', id)).toBe(false)
    expect(await proposed()).toMatchObject({ officeId: office.fgj })
    expect((await remove('front1', 'route', id)).code).toBe('NOT_FOUND')
    expect(await noted('appealRoute.delete', id)).toBe(1)
  })

  it('an answer template: it is not offered any more', async () => {
    const { id } = await made('template', { title: '起降场答复', content: '已转民航专班。', typeId: small })
    const offered = async () =>
      ((await t.as('dept1').get('/appeal/template/options', { typeId: small })).body.data as { id: number }[]).some((one) => one.id === id)
    await refuses('template', id)
    expect(await offered()).toBe(true)
    expect((await remove('front1', 'template', id)).data).toBe(true)
    expect([await listed('template', id), await offered()]).toEqual([false, false])
    expect((await remove('front1', 'template', id)).code).toBe('NOT_FOUND')
    expect(await noted('appealTemplate.delete', id)).toBe(1)
  })

  it('a type that nobody used, with its limit, routes and templates; one that an appeal or a draft uses stays', async () => {
    const { id } = await made('type', { name: '无人机试飞', code: '9002', parentId: big })
    await refuses('type', id)
    const belongs = {
      dealDuration: (await made('dealDuration', { typeId: id, workDays: 4, warnDays: 1 })).id,
      route: (await made('route', { typeId: id, officeId: office.kjj })).id,
      template: (await made('template', { title: '试飞答复', content: '已受理。', typeId: id })).id,
    }
    const draft = (await t.as('qy1').post('/appeal/info/save', words({ typeId: id, submit: false }))).body.data.id as number
    expect((await remove('front1', 'type', id)).msg).toBe('已有诉求使用该类型，可以停用，不能删除')
    expect((await remove('front1', 'type', big)).msg).toBe('该大类下还有小类，请先删除小类')
    // The sender chooses another type.
    expect((await t.as('qy1').post('/appeal/info/save', words({ id: draft, typeId: small, submit: false }))).body.success).toBe(true)
    const inTree = async () => JSON.stringify((await t.as(null).get('/appeal/type/tree')).body.data).includes('无人机试飞')
    expect(await inTree()).toBe(true)
    expect((await remove('front1', 'type', id)).data).toBe(true)
    expect([await listed('type', id), await inTree()]).toEqual([false, false])
    for (const [what, at] of Object.entries(belongs)) expect(await listed(what as Setting, at), what).toBe(false)
    expect((await t.as('qy1').post('/appeal/info/save', words({ typeId: id, submit: true }))).body.fields?.[0]?.path).toBe('typeId')
    expect((await remove('front1', 'type', id)).code).toBe('NOT_FOUND')
    expect(await noted('appealType.delete', id)).toBe(1)
    // Its code is free, and the order of the others is kept.
    expect((await made('type', { name: '无人机物流', code: '9002', parentId: big })).id).not.toBe(id)
  })
})
