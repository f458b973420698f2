import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RuleResource } from '../../contract/identity/data-rules.ts'
import { dataRules } from '../../contract/identity/data-rules.ts'
import type { RowLine } from '../../contract/row-rules.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { declarationTests } from './test-project.ts'

// Of 县经信局: jxj7 and jxj8 review by the rule of reviewers, jxj9 also has the service window's role, whose rule opens the whole office.
// The leader czj8 of 县财政局 sees every declaration and is the delegate of jxj8.
let t: TestApp
const { as, one, officeId, staff, addCompany, project, sent, desk, versionOf, decide } = declarationTests(() => t)
let projectId: number
let towns: RuleResource['fields'][number]['options']

const idOf = async (name: string) => (await one<{ id: number }>('select id from sys_user where user_name = $1', [name])).id
const alsoHas = (name: string, role: string) =>
  t.database.pool.query(
    `insert into user_role (user_id, role_id) select u.id, r.id from sys_user u, role r where u.user_name = $1 and r.code = $2`,
    [name, role],
  )
const reviewersSee = async (of: RowLine[]) => {
  const { id: roleId } = await one<{ id: number }>(`select id from role where code = 'dept'`)
  const [{ id, version }] = (await as('security1').get(dataRules.list.path, { roleId, resource: 'declaration' })).body.data.list
  const rule = { id, version, roleId, resource: 'declaration', scope: 'office', officeIds: [], lines: of }
  const saved = await as('security1').post(dataRules.save.path, rule)
  expect(saved.body.success, JSON.stringify(saved.body)).toBe(true)
}
const firstTown = (): RowLine[] => [{ field: 'street', op: 'in', values: [towns[0]!.value] }]
/** A declaration of a company in this town, which waits for 县经信局. */
const waiting = async (town: number): Promise<number> => {
  const { who, companyId } = await addCompany()
  await t.database.pool.query('update company set street_id = $1 where id = $2', [towns[town]!.value, companyId])
  return (await sent(projectId, { title: '甲' }, who)).id
}
const give = async (who: string, id: number, to: string | null) => {
  const userId = to === null ? null : await idOf(to)
  const { body } = await as(who).post('/dec/declare/assign', { items: [{ id, version: await versionOf(id) }], userId })
  return body.data.list[0] as { ok: boolean; code?: string; message: string }
}
const choices = async (who: string, id: number) => {
  const { body } = await as(who).get('/dec/declare/reviewers', { id })
  return (body.data as { name: string }[]).map(({ name }) => name.slice(0, 4)).filter((name) => /[78]|jxj9/.test(name))
}
const told = async (who: string, id: number) => {
  const { list } = (await as(who).get('/sys/notice/list', { kind: 'work' })).body.data
  return (list as { title: string; link: string }[]).filter((n) => n.link.endsWith(`?id=${id}`)).map((n) => n.title)
}
const holderOf = async (id: number) => (await desk('jxj9', id)).data.holder?.name ?? null

beforeAll(async () => {
  t = await testApp()
  for (const name of ['jxj7', 'jxj8', 'jxj9']) await staff(name, 'dept', 'jxj')
  await staff('czj8', 'dept', 'czj')
  await alsoHas('jxj9', 'front')
  await alsoHas('czj8', 'leader')
  const steps = [{ step: 'review', permission: 'declaration:review', officeId: await officeId('jxj'), mode: 'one' }]
  projectId = (await project({ steps })).id
  const resources = (await as('security1').get<RuleResource[]>(dataRules.resources.path)).body.data
  towns = resources.find(({ key }) => key === 'declaration')!.fields.find(({ key }) => key === 'street')!.options
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  await as('jxj8').post('/dec/delegation/save', { delegateId: await idOf('czj8'), startTime: hours(-1), endTime: hours(9), reason: '出差' })
})
beforeEach(() => reviewersSee(firstTown()))

// Seen red: with permission and office only, the delegate took the declaration of the other town, jxj8 was assigned it and told of it.
describe('领取与指派按数据规则（ADR 0240、1017）', () => {
  it('a delegate does not take what the rules of the delegator do not open, though another role shows it', async () => {
    const id = await waiting(1)
    expect((await desk('czj8', id)).data.allowed).toEqual([])
    expect(await give('czj8', id, 'czj8')).toMatchObject({ ok: false })
    expect(await holderOf(id)).toBeNull()
    expect(await give('jxj9', id, 'czj8')).toMatchObject({ ok: false, message: '该人员现在不能办理这件申报' })
    const seen = await waiting(0)
    expect(await give('czj8', seen, 'czj8')).toMatchObject({ ok: true, message: '已领取' })
  })

  it('whoever may not open it is not to be chosen, is not assigned it and hears nothing', async () => {
    const id = await waiting(1)
    expect(await give('jxj8', id, 'jxj8')).toMatchObject({ ok: false, code: 'NOT_FOUND' })
    expect(await choices('jxj9', id)).toEqual(['jxj9'])
    expect(await give('jxj9', id, 'jxj8')).toMatchObject({ ok: false, message: '该人员现在不能办理这件申报' })
    expect(await told('jxj8', id)).toEqual([])
    expect(await holderOf(id)).toBeNull()
    const seen = await waiting(0)
    expect(await choices('jxj9', seen)).toEqual(['jxj7', 'jxj8', 'jxj9', 'czj8'])
    expect(await give('jxj9', seen, 'jxj8')).toMatchObject({ ok: true })
    expect(await told('jxj8', seen)).toContainEqual(expect.stringContaining('指派您办理'))
  })

  // Before: the figure told how many declarations of other towns a colleague had in hand.
  it('how many a colleague has in hand is counted of what the reader sees', async () => {
    const holds = async (reader: string, id: number) => {
      const { body } = await as(reader).get('/dec/declare/reviewers', { id })
      return (body.data as { name: string; holds: number }[]).find(({ name }) => name.startsWith('jxj9'))!.holds
    }
    const id = await waiting(0)
    const [before, seen] = [await holds('jxj9', id), await holds('jxj7', id)]
    for (const town of [0, 1, 1]) expect(await give('jxj9', await waiting(town), 'jxj9')).toMatchObject({ ok: true })
    expect(await holds('jxj9', id)).toBe(before + 3)
    expect(await holds('jxj7', id)).toBe(seen + 1)
  })

  it('what its holder can no longer open is passed on or released by a colleague; what they can open is not', async () => {
    const figures = async () => (await as('jxj8').get('/dec/declare/statistics')).body.data.held as number
    const before = await figures()
    const [kept, lost, back] = [await waiting(0), await waiting(1), await waiting(1)]
    await reviewersSee([])
    for (const id of [kept, lost, back]) expect(await give('jxj8', id, 'jxj8')).toMatchObject({ ok: true })
    for (const who of ['jxj7', 'jxj9'])
      expect((await desk(who, lost)).data).toMatchObject({ holder: { name: 'jxj8 甲' }, holderActs: true })
    expect(await give('jxj9', lost, 'jxj9')).toMatchObject({ ok: false, code: 'TAKEN' })
    expect(await figures()).toBe(before + 3)

    await reviewersSee(firstTown())
    expect(await give('jxj9', kept, 'jxj9')).toMatchObject({ ok: false, code: 'TAKEN' })
    // The figure is the length of the list that it opens.
    expect(await figures()).toBe(before + 1)
    expect((await as('jxj8').get('/dec/declare/list', { holder: 'mine' })).body.data.total).toBe(before + 1)
    expect(await give('jxj8', lost, null)).toMatchObject({ ok: false, code: 'NOT_FOUND' })
    expect((await desk('jxj9', lost)).data).toMatchObject({ holder: { name: 'jxj8 甲' }, holderActs: false })
    expect(await give('jxj9', lost, 'jxj9')).toMatchObject({ ok: true, message: '已领取' })
    expect(await holderOf(lost)).toBe('jxj9 甲')
    expect(await give('jxj9', back, null)).toMatchObject({ ok: true, message: '已放回' })
    expect(await holderOf(back)).toBeNull()
    expect((await decide('jxj9', lost)).success).toBe(true)
  })

  it('who may no longer act on it, but sees it, puts it back', async () => {
    const id = await waiting(0)
    expect(await give('czj8', id, 'czj8')).toMatchObject({ ok: true })
    await t.database.pool.query('update declaration_delegation set revoked_at = now() where delegate_id = $1', [await idOf('czj8')])
    expect(await give('czj8', id, 'jxj7')).toMatchObject({ ok: true })
    expect(await give('jxj9', id, null)).toMatchObject({ ok: false, code: 'TAKEN' })
    expect(await give('jxj7', id, null)).toMatchObject({ ok: true, message: '已放回' })
  })
})
