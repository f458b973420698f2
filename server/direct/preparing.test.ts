import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { today } from '../kernel/clock.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

// In a small office the one who confirms may also prepare lists; not the same one (C-06, ADR 1028).
let t: TestApp
let policyId = 0
beforeAll(async () => {
  t = await testApp()
  const { db } = t.kernel
  policyId = (await db.selectFrom('policy').select('id').where('code', '=', 'demo-talent').executeTakeFirstOrThrow()).id
  await sql`insert into user_role (user_id, role_id) select u.id, r.id from sys_user u, role r
    where (u.user_name = 'leader1' and r.code = 'editor') or (u.user_name = 'dept1' and r.code = 'leader')`.execute(db)
})

let serial = 0
const found = async (id: number, who = 'editor1') => (await t.as(who).get('/direct/list/findById', { id })).body.data
const act = async (who: string, name: string, id: number, more: object = {}) =>
  (await t.as(who).post(`/direct/list/${name}`, { id, version: (await found(id)).version, ...more })).body
const saved = async (): Promise<number> => {
  const body = { policyId, title: `两人办理的名单${++serial}`, year: 2026, asOf: today(t.kernel.clock), days: 5 }
  return (await t.as('editor1').post('/direct/list/saveOrUpdate', body)).body.data.id
}
async function made(id: number, who = 'editor1'): Promise<number> {
  expect(await act(who, 'run', id, { kind: 'frozen' })).toMatchObject({ success: true })
  await eventually(async () => expect(await found(id)).toMatchObject({ state: 'frozen' }), 20_000)
  return id
}
const rowOf = async (id: number): Promise<number> =>
  (await t.as('editor1').get('/direct/list/rows', { listId: id, pageSize: 5 })).body.data.list[0].id
const exclude = async (who: string, row: number) =>
  (await t.as(who).post('/direct/list/exclude', { id: row, reason: '信用核查未通过' })).body
const restore = async (who: string, row: number) => (await t.as(who).form('/direct/list/restore', { id: String(row) })).body
const decisions = async (id: number, who = 'leader1') =>
  (await found(id, who)).moves.filter((move: string) => move === 'confirm' || move === 'return')
async function refusesLeader(id: number): Promise<void> {
  expect(await decisions(id)).toEqual([])
  expect((await act('leader1', 'review', id, { pass: true })).code).toBe('OWN_WORK')
  expect((await act('leader1', 'review', id, { pass: false, opinion: '再核对' })).code).toBe('OWN_WORK')
  const { list } = (await t.as('leader1').get('/direct/list/list', { forReview: 1, pageSize: 100 })).body.data
  expect(list.map((one: { id: number }) => one.id)).not.toContain(id)
}

describe('who prepared a list does not confirm it', () => {
  it('who left a company out', async () => {
    const id = await made(await saved())
    expect((await exclude('leader1', await rowOf(id))).data).toBe(true)
    expect((await act('editor1', 'submit', id)).data).toBe(true)
    await refusesLeader(id)
    const { logs } = await found(id)
    expect(logs).toContainEqual(expect.objectContaining({ move: 'exclude', actorName: '领导 于川', note: '信用核查未通过' }))
  })
  it('who took a company back', async () => {
    const id = await made(await saved())
    const row = await rowOf(id)
    await exclude('editor1', row)
    expect((await restore('leader1', row)).data).toBe(true)
    await act('editor1', 'submit', id)
    await refusesLeader(id)
  })
  it('who had the rows made, also when they were made again by a colleague', async () => {
    const id = await made(await saved(), 'leader1')
    expect((await act('editor1', 'reopen', id)).data).toBe(true)
    await made(id)
    expect((await act('editor1', 'submit', id)).data).toBe(true)
    await refusesLeader(id)
  })
  it('who submitted it, also when a colleague submits it again', async () => {
    const id = await made(await saved())
    expect((await act('leader1', 'submit', id)).data).toBe(true)
    await refusesLeader(id)
    await act('editor1', 'withdraw', id)
    await act('editor1', 'submit', id)
    await refusesLeader(id)
  })
})

describe('two people are enough', () => {
  it('one prepares all of it, and the other, who tried it out and returned it, confirms it', async () => {
    const id = await saved()
    expect(await act('leader1', 'run', id, { kind: 'preview' })).toMatchObject({ success: true })
    await eventually(async () =>
      expect((await t.as('editor1').get('/direct/list/progress', { id })).body.data).toMatchObject({ state: 'done' }),
    )
    await made(id)
    const row = await rowOf(id)
    await exclude('editor1', row)
    await restore('editor1', row)
    await act('editor1', 'submit', id)
    expect(await act('leader1', 'review', id, { pass: false, opinion: '再核对' })).toMatchObject({ data: true })
    await act('editor1', 'submit', id)
    expect(await decisions(id)).toEqual(['return', 'confirm'])
    expect(await act('leader1', 'review', id, { pass: true })).toMatchObject({ data: true })
    expect(await found(id)).toMatchObject({ state: 'announced' })
  })
})

// Seen red: who prepared a list answered the objections to it, and only they could (ADR 1043).
describe('who prepared a list does not answer the objections to it', () => {
  it('not who left a company out of it, and not who made it; who confirmed it does', async () => {
    const id = await made(await saved())
    const row = await rowOf(id)
    expect((await exclude('leader1', row)).data).toBe(true)
    expect((await restore('editor1', row)).data).toBe(true)
    await act('editor1', 'submit', id)
    expect(await act('dept1', 'review', id, { pass: true })).toMatchObject({ data: true })
    const { data } = (await t.as('qy1').post('/direct/my/object', { listId: id, rowId: row, content: '该企业已停产' })).body
    const answer = async (who: string) =>
      (await t.as(who).post('/direct/objection/resolve', { id: data.id, upheld: false, reply: '已核对，正常经营' })).body
    const offered = async (who: string) =>
      (await t.as(who).get('/direct/objection/list', { listId: id })).body.data.list.map((o: { answerable: boolean }) => o.answerable)
    const waits = async (who: string): Promise<number[]> =>
      (await t.as(who).get('/direct/list/list', { toAnswer: '1', pageSize: 100 })).body.data.list.map((one: { id: number }) => one.id)
    expect((await answer('qy1')).code).toBe('FORBIDDEN')
    expect((await answer('editor1')).code).toBe('FORBIDDEN')
    expect(await answer('leader1')).toMatchObject({ code: 'OWN_WORK', msg: '不能答复本人经办的免申即享名单的异议，请由其他人员答复' })
    for (const who of ['editor1', 'leader1']) {
      expect(await offered(who), who).toEqual([false])
      expect(await waits(who), who).not.toContain(id)
    }
    const told = await sql<{ user_name: string }>`select u.user_name from notice n join sys_user u on u.id = n.user_id
      where n.title like '%收到异议' and n.link = ${`/work/directList?id=${id}&tab=objections`}`.execute(t.kernel.db)
    expect(told.rows.map((one) => one.user_name)).toEqual(['dept1'])
    expect(await offered('dept1')).toEqual([true])
    expect(await waits('dept1')).toContain(id)
    expect((await answer('dept1')).data).toBe(true)
    expect(await offered('dept1')).toEqual([false])
    expect(await waits('dept1')).not.toContain(id)
  })
})
