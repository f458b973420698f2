import { beforeAll, describe, expect, it } from 'vitest'
import { handOvers } from '../../kernel/offers/hand-overs.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

/** A member of staff leaves or changes office: work assigned to them goes to a colleague, otherwise the change is refused. */
let t: TestApp
let policyId: number
const get = async (who: string | null, path: string, query: Record<string, unknown> = {}) => (await t.as(who).get(path, query)).body
const post = async (who: string | null, path: string, body: object) => (await t.as(who).post(path, body)).body
const userOf = async (name: string) =>
  (await get('admin1', '/sys/user/list', { name })).data.list.find((u: { userName: string }) => u.userName === name)
const idOf = async (name: string): Promise<number> => (await userOf(name)).id
const leave = async (name: string, takers: object[] = []) => post('admin1', '/sys/user/disable', { id: await idOf(name), takers })
const enable = async (name: string) =>
  expect((await t.as('admin1').form('/sys/user/editEnableFlag', { id: String(await idOf(name)), enableFlag: '1' })).body.success).toBe(true)
const waiting = async (name: string) => (await get('admin1', '/sys/user/handOver', { id: await idOf(name) })).data.items
/** A question of gr1 that front1 assigns to a colleague. */
async function passedTo(name: string, consultContent: string): Promise<number> {
  await t.as('gr1').form('/pol/my/getPolConsult', { consultContent, polInfoId: String(policyId) })
  const { id } = (await get('front1', '/pol/consult/list', { keyword: consultContent })).data.list[0]
  expect((await post('front1', '/pol/consult/passOn', { id, userId: await idOf(name) })).success).toBe(true)
  return id
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const delegate = async (from: string, to: string) =>
  post(from, '/dec/delegation/save', { delegateId: await idOf(to), startTime: inDays(-0.01), endTime: inDays(10), reason: '外出培训' })

beforeAll(async () => {
  t = await testApp()
  policyId = (await get(null, '/policy/doc/policyDetail', { code: 'demo-talent' })).data.id
})

describe('交接', () => {
  it('is for users who manage accounts, and never for one’s own account', async () => {
    const id = await idOf('editor1')
    for (const who of [null, 'qy1', 'editor1', 'leader1', 'security1', 'audit1']) {
      expect((await get(who, '/sys/user/handOver', { id })).success, String(who)).toBe(false)
      expect((await post(who, '/sys/user/disable', { id, takers: [] })).success, String(who)).toBe(false)
    }
    expect((await leave('admin1')).msg).toBe('不能停用自己的账号')
    expect((await get('admin1', '/sys/user/handOver', { id: await idOf('qy1') })).code).toBe('NOT_FOUND')
  })

  it('every kind is named by a noun, so that “接手……的同事” and “…… 2 件” read well', () => {
    for (const { title } of handOvers(t.kernel)) expect(title).not.toMatch(/的$/)
  })

  it('a user without open work is disabled as before; the office sees what nobody else may do', async () => {
    const { items, alone } = (await get('admin1', '/sys/user/handOver', { id: await idOf('fin1') })).data
    expect(items).toEqual([])
    expect(alone).toContain('拨付补贴')
    expect((await leave('fin1')).success).toBe(true)
    expect((await userOf('fin1')).enableFlag).toBe(0)
    await enable('fin1')
  })

  it('a consultation goes to a user who may answer it, who is notified; there is no other way', async () => {
    const id = await passedTo('editor1', '留学人员怎样认定学历？')
    const [item] = await waiting('editor1')
    expect(item).toMatchObject({ kind: 'consult', count: 1 })
    expect(item.takers.map((one: { id: number }) => one.id)).toEqual([await idOf('front1')])

    const form = { id: String(await idOf('editor1')), enableFlag: '0' }
    expect((await t.as('admin1').form('/sys/user/editEnableFlag', form)).body.code).toBe('HAND_OVER')
    expect((await leave('editor1')).code).toBe('HAND_OVER')
    const dept = await idOf('dept1')
    expect((await leave('editor1', [{ kind: 'consult', userId: dept }])).fields).toMatchObject([{ path: 'takers.0.userId' }])
    expect((await userOf('editor1')).enableFlag).toBe(1)

    const front = await idOf('front1')
    expect((await leave('editor1', [{ kind: 'consult', userId: front }])).success).toBe(true)
    expect((await userOf('editor1')).enableFlag).toBe(0)
    const { passedOn } = (await get('front1', '/pol/consult/findById', { id })).data
    expect(passedOn).toMatchObject({ note: expect.stringContaining('交接') })
    const notices = (await get('front1', '/sys/notice/list', { kind: 'work' })).data.list
    expect(notices.some((one: { title: string; link: string }) => one.title.includes('转由您答复') && one.link.endsWith(`&id=${id}`))).toBe(
      true,
    )
    expect((await auditTrail(t.kernel, 'user.handOver')).at(-1)).toMatchObject({
      detail: { given: [{ title: '转交给本人的政策咨询', count: 1, userId: front }] },
    })

    // Only front1 can answer it now, so the account cannot be disabled.
    const [left] = await waiting('front1')
    expect(left).toMatchObject({ kind: 'consult', takers: [] })
    expect((await leave('front1', [{ kind: 'consult', userId: dept }])).code).toBe('NOBODY_TAKES')
    expect((await userOf('front1')).enableFlag).toBe(1)
    await enable('editor1')
  })

  it('an account that never logged in but was given work is not deleted with it', async () => {
    const kjj = (await get('admin1', '/sys/office/list', { name: 'kjj' })).data.list[0]
    const made = (await post('admin1', '/sys/user/saveOrUpdate', { userName: 'unseen1', name: '未到 任安', officeId: kjj.id })).data
    const front = (await get('security1', '/sys/role/options')).data.find((role: { code: string }) => role.code === 'front')
    expect((await post('security1', '/sys/user/saveRoles', { id: made.id, version: 1, roleIds: [front.id] })).success).toBe(true)
    const consult = await passedTo('unseen1', '人才公寓怎样申请？')
    const remove = async () => (await t.as('admin1').form('/sys/user/delete', { id: String(made.id) })).body
    expect(await remove()).toMatchObject({ code: 'HAND_OVER', msg: expect.stringContaining('1 件') })
    expect((await post('front1', '/pol/consult/passOn', { id: consult, userId: await idOf('front1') })).success).toBe(false)
    expect((await leave('unseen1', [{ kind: 'consult', userId: await idOf('front1') }])).success).toBe(true)
  })

  it('reviews delegated to the leaving user go to another reviewer; delegations by that user end', async () => {
    expect((await delegate('dept1', 'dept2')).success).toBe(true)
    expect((await delegate('dept2', 'dept3')).success).toBe(true)
    const [item] = await waiting('dept2')
    expect(item).toMatchObject({ kind: 'delegation', count: 1 })
    const able = item.takers.map((one: { id: number }) => one.id)
    expect(able).not.toContain(await idOf('dept1'))
    // Seen red: the notices led to 申报管理 although it opened for neither of them.
    const opens = (is: boolean) => t.database.pool.query(`update menu set disabled = $1 where url = '/work/declaremanage'`, [!is])
    await opens(false)
    expect((await leave('dept2', [{ kind: 'delegation', userId: await idOf('dept4') }])).success).toBe(true)
    await opens(true)
    const { rows: links } = await t.database.pool.query<{ link: string }>(`select link from notice where title like '%代为办理'`)
    expect(links.map(({ link }) => link)).toEqual(['/work/govcheckmanage', '/work/govcheckmanage'])
    const mine = (await get('dept1', '/dec/delegation/list')).data.list[0]
    expect(mine).toMatchObject({ state: 1, mine: true })
    expect((await get('dept4', '/dec/delegation/list')).data.total).toBe(1)
    expect((await get('dept3', '/dec/delegation/list')).data.list[0]).toMatchObject({
      state: 3,
      mine: false,
      endedBy: null,
      endReason: '委托人的账号已停用',
    })
    const told = (await get('dept1', '/sys/notice/list', { kind: 'declaration' })).data.list
    expect(told.some((one: { title: string }) => one.title.startsWith('您委托'))).toBe(true)
    await enable('dept2')
  })

  it('a user who changes office keeps what is not handed over, once that is confirmed', async () => {
    const id = await passedTo('editor1', '博士后怎样申请？')
    const { id: userId, version, userName, name, officeId } = await userOf('editor1')
    const other = await t.database.db
      .selectFrom('office')
      .select('id')
      .where('id', '<>', officeId)
      .where('enabled', '=', true)
      .executeTakeFirstOrThrow()
    const move = (more: object) =>
      post('admin1', '/sys/user/saveOrUpdate', { id: userId, version, userName, name, officeId: other.id, ...more })
    expect((await move({})).code).toBe('HAND_OVER')
    expect((await userOf('editor1')).officeId).toBe(officeId)
    expect((await move({ takers: [] })).success).toBe(true)
    expect((await waiting('editor1'))[0]).toMatchObject({ kind: 'consult', count: 1 })
    const back = { id: userId, version: version + 1, userName, name, officeId, takers: [{ kind: 'consult', userId: await idOf('front1') }] }
    expect((await post('admin1', '/sys/user/saveOrUpdate', back)).success).toBe(true)
    expect(await waiting('editor1')).toEqual([])
    expect((await get('front1', '/pol/consult/list', { forMe: 1, keyword: '博士后怎样申请' })).data.list[0]).toMatchObject({ id })
  })

  it('exports of the leaving user stop', async () => {
    const userId = await idOf('leader1')
    const { id } = await t.kernel.db
      .insertInto('task')
      .values({ kind: 'export', state: 'running', owner_id: userId, params: JSON.stringify({ bizType: 'company' }) })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await leave('leader1')).success).toBe(true)
    expect(await t.kernel.db.selectFrom('task').select('cancel_requested').where('id', '=', id).executeTakeFirstOrThrow()).toEqual({
      cancel_requested: true,
    })
    await enable('leader1')
  })

  it('callbacks that the leaving agent took go to another agent, or back to all of them', async () => {
    const callbacks = async (who: string) =>
      (await get(who, '/call/callback/list', { pageSize: 50 })).data.list as {
        id: number
        state: number
        mine: boolean
        takenBy: string | null
      }[]
    await post('agent1', '/call/agent/state', { state: 1, extension: '801' })
    const [first, other] = (await callbacks('agent1')).filter((one) => one.state === 0)
    const id = first!.id
    expect((await post('agent1', '/call/callback/take', { id })).success).toBe(true)
    const [item] = await waiting('agent1')
    const next = await idOf('agent2')
    expect(item).toMatchObject({ kind: 'callback', count: 1, otherwise: expect.stringContaining('待回拨'), takers: [{ id: next }] })
    const wrong = await leave('agent1', [{ kind: 'callback', userId: await idOf('front1') }])
    expect(wrong.fields).toMatchObject([{ path: 'takers.0.userId' }])
    expect((await userOf('agent1')).enableFlag).toBe(1)

    expect((await leave('agent1', [{ kind: 'callback', userId: next }])).success).toBe(true)
    expect((await callbacks('agent2')).find((one) => one.id === id)).toMatchObject({ state: 1, mine: true })
    const notices = (await get('agent2', '/sys/notice/list', { kind: 'work' })).data.list as { title: string }[]
    expect(notices.some(({ title }) => title.includes('1 个回拨转由您完成'))).toBe(true)
    expect(await auditTrail(t.kernel, 'callback.give')).toMatchObject([{ object_id: String(id) }])

    // Nobody is needed who takes it: the other agents may anyway.
    expect((await post('agent2', '/call/callback/take', { id: other!.id })).success).toBe(true)
    const form = { id: String(next), enableFlag: '0' }
    expect((await t.as('admin1').form('/sys/user/editEnableFlag', form)).body.success).toBe(true)
    const left = (await callbacks('leader1')).filter((one) => [id, other!.id].includes(one.id))
    expect(left.map(({ state, takenBy }) => ({ state, takenBy }))).toEqual(Array(2).fill({ state: 0, takenBy: null }))
    await enable('agent1')
    await enable('agent2')
  })

  it('columns of the leaving user go to a colleague, or have nobody in charge; the account is never kept for them', async () => {
    const columns = async () =>
      (await get('editor1', '/cms/news/column/list', { scope: 'manage' })).data.list as {
        id: number
        name: string
        standing: { version: number; ownerId: number | null; ownerName: string | null }
      }[]
    const own = async () => {
      const [one] = await columns()
      const body = { id: one!.id, version: one!.standing.version, name: one!.name, freshDays: 14, ownerId: await idOf('editor1') }
      expect((await post('editor1', '/cms/news/column/modify', body)).success).toBe(true)
      return one!.id
    }
    const ownerOf = async (id: number) =>
      (await t.kernel.db.selectFrom('news_column').select('owner_id').where('id', '=', id).executeTakeFirstOrThrow()).owner_id
    const id = await own()
    const item = (await waiting('editor1')).find((one: { kind: string }) => one.kind === 'newsColumn')
    expect(item.count).toBeGreaterThan(0)
    const next = item.takers[0].id
    const front = await idOf('front1')
    const given = (userId: number) => leave('editor1', [{ kind: 'newsColumn', userId }])
    expect((await given(front)).fields).toMatchObject([{ path: 'takers.0.userId' }])
    expect((await given(next)).success).toBe(true)
    expect(await ownerOf(id)).toBe(next)
    await enable('editor1')
    await own()
    expect((await leave('editor1')).success).toBe(true)
    expect(await ownerOf(id)).toBeNull()
    await enable('editor1')
  })
})
