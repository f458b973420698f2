import { beforeAll, describe, expect, it } from 'vitest'
import type { TodoKind } from '../../contract/work.ts'
import { movableClock } from '../kernel/clock.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { remindOfClocks } from './clocks.ts'
import { declarationTests } from './test-project.ts'

// Of 县经信局: jxj7, jxj8 and jxj9 review; czj8 of 县财政局 and jxj9 are delegates of jxj7, fin8 of the service window's front1.
const clock = movableClock(new Date())
let t: TestApp
const { as, one, officeId, staff, addCompany, project, sent, desk, versionOf, decide } = declarationTests(() => t)
let [jxj, czj] = [0, 0]

const idOf = async (name: string) => (await one<{ id: number }>('select id from sys_user where user_name = $1', [name])).id
const delegate = async (from: string, to: string) => {
  const hours = (n: number) => new Date(clock.now().getTime() + n * 3_600_000).toISOString()
  const { body } = await as(from).post('/dec/delegation/save', {
    delegateId: await idOf(to),
    startTime: hours(-1),
    endTime: hours(9),
    reason: '出差',
  })
  expect(body.success, JSON.stringify(body)).toBe(true)
}
/** A reviewer has one delegate at a time over HTTP; the tests give jxj7 two. */
const alsoDelegate = async (from: string, to: string) =>
  t.database.pool.query(
    `insert into declaration_delegation (user_id, delegate_id, starts_at, ends_at, reason, created_at)
      values ($1, $2, now() - interval '1 hour', now() + interval '9 hours', '出差', now())`,
    [await idOf(from), await idOf(to)],
  )
const give = async (who: string, id: number, to: string) => {
  const { body } = await as(who).post('/dec/declare/assign', { items: [{ id, version: await versionOf(id) }], userId: await idOf(to) })
  return body.data.list[0] as { ok: boolean; code?: string; message: string }
}
const offered = async (reader: string, id: number) => {
  const { body } = await as(reader).get('/dec/declare/reviewers', { id })
  return (body.data as { name: string }[]).map(({ name }) => name.replace(' 甲', '')).filter((name) => /^(jxj|czj|fin)[789]$/.test(name))
}
const toldOf = async (id: number, title = '等待') => {
  const { rows } = await t.database.pool.query<{ user_name: string }>(
    `select u.user_name from notice n join sys_user u on u.id = n.user_id where n.link like '%?id=' || $1 and n.title like $2
      and u.user_name = any(array['jxj7', 'jxj8', 'jxj9', 'czj8', 'czj9', 'fin8']) order by 1`,
    [id, `%${title}%`],
  )
  return rows.map((row) => row.user_name)
}
/** What the screens say of this person and row: in the list of to-dos and its count, the moves, whether they may take it. */
const standing = async (who: string, id: number, projectId: number) => {
  const { total, list } = (await as(who).get('/dec/declare/list', { projectId, todo: 'true' })).body.data
  return { todo: list.some((row: { id: number }) => row.id === id), total, allowed: (await desk(who, id)).data.allowed }
}
const mayNot = async (who: string, id: number, projectId: number, allowed: string[] = []) => {
  expect(await standing(who, id, projectId)).toEqual({ todo: false, total: 0, allowed })
  expect(await offered('jxj9', id)).not.toContain(who)
  expect(await give(who, id, who)).toMatchObject({ ok: false, code: 'FORBIDDEN', message: '这件申报现在不由您办理' })
  expect(await give('jxj9', id, who)).toMatchObject({ ok: false, message: '该人员现在不能办理这件申报' })
}
const mayTake = async (who: string, id: number, projectId: number) => {
  expect(await standing(who, id, projectId)).toMatchObject({ todo: true, allowed: ['pass', 'back', 'refuse'] })
  expect(await give(who, id, who)).toMatchObject({ ok: true, message: '已领取' })
}
const review = { permission: 'declaration:review', mode: 'one' }

beforeAll(async () => {
  t = await testApp({ clock })
  ;[jxj, czj] = [await officeId('jxj'), await officeId('czj')]
  for (const name of ['jxj7', 'jxj8', 'jxj9']) await staff(name, 'dept', 'jxj')
  for (const name of ['czj8', 'czj9']) await staff(name, 'dept', 'czj')
  await staff('fin8', 'dept', 'rsj')
  await delegate('jxj7', 'czj8')
  await alsoDelegate('jxj7', 'jxj9')
  await delegate('front1', 'fin8')
})

/** A project with 决定与审核不得同一人, both steps at one office. */
const separated = () =>
  project({
    separateDecision: true,
    steps: [
      { step: 'review', ...review, officeId: jxj },
      { step: 'decide', ...review, officeId: jxj },
    ],
  })

// Seen red: only what stands against the delegate was asked, so the delegate was listed, told and offered, took it from the colleague, and was
// then refused at the signature.
describe('委托只在委托人、受托人都能办时算数（ADR 1021）', () => {
  it('决定与审核不得同一人: not to the delegate of whoever reviewed; who may in their own right may', async () => {
    const p = await separated()
    const { id } = await sent(p.id)
    expect((await decide('jxj7', id)).success).toBe(true)
    await mayNot('czj8', id, p.id)
    expect(await decide('czj8', id)).toMatchObject({ success: false, code: 'FORBIDDEN' })
    const batch = { items: [{ id, version: await versionOf(id) }], reviewState: 'pass' }
    expect((await as('czj8').post('/dec/declare/batchReview', batch)).body.data.list[0]).toMatchObject({ ok: false })
    await mayNot('jxj7', id, p.id)
    expect(await offered('jxj9', id)).toEqual(['jxj8', 'jxj9'])
    clock.advance(11_000)
    await eventually(async () => expect(await toldOf(id, '等待决定')).toEqual(['jxj8', 'jxj9']), 15_000)
    await mayTake('jxj9', id, p.id)
    expect((await decide('jxj9', id)).success).toBe(true)
    const { timeline } = (await desk('jxj9', id)).data
    expect(JSON.stringify(timeline.at(-1))).not.toContain('jxj7')
  })

  it('not to whoever reviewed in a colleague’s name, nor to the delegator of that review', async () => {
    const p = await separated()
    const { id } = await sent(p.id)
    expect((await decide('czj8', id)).success).toBe(true)
    await mayNot('czj8', id, p.id)
    await mayNot('jxj7', id, p.id)
    await mayTake('jxj8', id, p.id)
  })

  it('双人复核: not to the delegate of whoever gave the first signature, nor to the delegator of a delegate who did', async () => {
    const p = await project({ steps: [{ step: 'review', ...review, officeId: jxj, mode: 'two' }] })
    const { id } = await sent(p.id)
    expect(await toldOf(id)).toEqual(['czj8', 'jxj7', 'jxj8', 'jxj9'])
    expect((await decide('jxj7', id)).data.state).toBe(2)
    await mayNot('czj8', id, p.id, ['back', 'refuse'])
    expect((await decide('czj8', id)).msg).toBe('您已复核通过，需由另一人复核')
    expect(await offered('jxj9', id)).toEqual(['jxj8', 'jxj9'])

    const other = await sent(p.id)
    expect((await decide('czj8', other.id)).data.state).toBe(2)
    await mayNot('jxj7', other.id, p.id, ['back', 'refuse'])
    await mayTake('jxj9', other.id, p.id)
    expect((await decide('jxj9', other.id)).data.state).toBe(3)
  })

  it('own entry: not to the delegate of whoever entered it at the window', async () => {
    const p = await project({})
    const { companyId } = await addCompany()
    const entry = { companyId, projectId: p.id, entrust: '授权委托书', formData: { title: '甲' }, files: {} }
    const { id, version } = (await as('front1').post('/dec/declare/save', entry)).body.data
    expect((await as('front1').post('/dec/declare/submit', { id, version, promise: true })).body.success).toBe(true)
    expect(await standing('fin8', id, p.id)).toEqual({ todo: false, total: 0, allowed: [] })
    expect(await toldOf(id)).toEqual([])
    expect(await offered('leader1', id)).toEqual([])
    expect(await give('fin8', id, 'fin8')).toMatchObject({ ok: false, code: 'FORBIDDEN' })
    expect((await decide('fin8', id)).code).toBe('FORBIDDEN')
    const free = await sent(p.id)
    expect(await toldOf(free.id)).toEqual(['fin8'])
    await mayTake('fin8', free.id, p.id)
  })

  it('sent in again, a declaration waits for everybody again, and all are told', async () => {
    const p = await project({ steps: [{ step: 'review', ...review, officeId: jxj, mode: 'two' }] })
    const { id, who } = await sent(p.id)
    expect((await decide('jxj8', id)).data.state).toBe(2)
    const back = { id, version: await versionOf(id), reason: '请补正', fields: [{ path: 'form.title', message: '请核对' }] }
    expect((await as('jxj9').post('/dec/declare/back', back)).body.success).toBe(true)
    await t.database.pool.query(`delete from notice where link like '%?id=' || $1`, [id])
    const saved = (
      await as(who).post('/dec/my/save', { id, version: await versionOf(id), projectId: p.id, formData: { title: '乙' }, files: {} })
    ).body
    expect(saved.success, JSON.stringify(saved)).toBe(true)
    expect((await as(who).post('/dec/my/submit', { id, version: saved.data.version, promise: true })).body.success).toBe(true)
    expect(await toldOf(id)).toEqual(['czj8', 'jxj7', 'jxj8', 'jxj9'])
  })

  it('会签: who signed for their own office still signs for the delegator’s, and is listed and offered for it', async () => {
    const p = await project({
      steps: [{ step: 'review', permission: 'declaration:review', officeId: null, mode: 'all', officeIds: [jxj, czj] }],
    })
    const { id } = await sent(p.id)
    expect((await decide('czj8', id)).data.state).toBe(2)
    expect(await offered('jxj9', id)).toEqual(['jxj7', 'jxj8', 'jxj9', 'czj8'])
    await mayTake('czj8', id, p.id)
    expect((await decide('czj8', id)).data.state).toBe(3)
  })

  it('a colleague who no longer reads declarations is not offered, told or assigned it', async () => {
    const p = await project({ steps: [{ step: 'review', ...review, officeId: jxj }] })
    await alsoDelegate('jxj8', 'czj9')
    expect(await offered('jxj9', (await sent(p.id)).id)).toContain('czj9')
    await t.database.pool.query('delete from user_role where user_id = $1', [await idOf('czj9')])
    const { id } = await sent(p.id)
    expect(await offered('jxj9', id)).toEqual(['jxj7', 'jxj8', 'jxj9', 'czj8'])
    expect(await toldOf(id)).not.toContain('czj9')
    expect(await give('jxj9', id, 'czj9')).toMatchObject({ ok: false, message: '该人员现在不能办理这件申报' })
  })
})

// Seen red: the desk was chosen by the permission of the step alone, so a delegate whose menu has only the other desk got a to-do that the
// landing page leaves out and notices that answer 无权限.
describe('the desk to which to-dos and notices lead is one that opens for the person', () => {
  const todoOf = async (who: string, scope?: string) =>
    (await as(who).get<{ list: TodoKind[] }>('/work/list', scope ? { scope } : {})).body.data.list.find(
      ({ kind }) => kind === 'declaration',
    )
  const linksOf = async (id: number, title: string) => {
    const { rows } = await t.database.pool.query<{ user_name: string; link: string }>(
      `select u.user_name, n.link from notice n join sys_user u on u.id = n.user_id where n.link like '%?id=' || $1 and n.title like $2
        and u.user_name = any(array['kjj6', 'town6', 'front1', 'fin8'])`,
      [id, `%${title}%`],
    )
    return Object.fromEntries(rows.map((row) => [row.user_name, row.link.split('?')[0]]))
  }
  const [ACCEPTS, REVIEWS] = ['/work/checkmanage', '/work/govcheckmanage']
  let kjj: number
  beforeAll(async () => {
    kjj = await officeId('kjj')
    await staff('kjj6', 'dept', 'kjj')
    // Reads declarations; its menu has 申报受理 only.
    await staff('town6', 'town-songling', 'czj')
    await delegate('kjj6', 'town6')
  })
  const waiting = async (more: object = {}) => {
    const p = await project({ steps: [{ step: 'review', ...review, officeId: kjj, ...more }] })
    return (await sent(p.id)).id
  }

  it('the to-do of a delegate leads to the desk of the own menu, with the count of its tab; a usual reviewer’s stays', async () => {
    const id = await waiting()
    const { total } = (await as('town6').get('/dec/declare/list', { todo: 'true' })).body.data
    expect(total).toBeGreaterThan(0)
    const todo = (await todoOf('town6'))!
    expect(todo).toMatchObject({ label: '等我答复或代审的申报', to: `${ACCEPTS}?todo=true&state=`, count: total })
    expect(todo.first!.list.map(({ to }) => to)).toContain(`${ACCEPTS}?id=${id}`)
    expect((await desk('town6', id)).data.allowed).toEqual(['pass', 'back', 'refuse'])
    expect(await todoOf('kjj6')).toMatchObject({ label: '待审核的申报', to: REVIEWS })
    expect(await todoOf('front1')).toMatchObject({ label: '待受理的申报', to: ACCEPTS })
    expect(await give('kjj6', id, 'town6')).toMatchObject({ ok: true })
    expect(await todoOf('town6', 'mine')).toMatchObject({ to: `${ACCEPTS}?todo=&holder=mine`, count: 1 })
    expect(await linksOf(id, '指派您办理')).toEqual({ town6: ACCEPTS })
  })

  it('one notice leads each recipient to a desk that opens: when it is their turn, and when it is late', async () => {
    const id = await waiting({ workdays: 1 })
    expect(await linksOf(id, '等待')).toEqual({ kjj6: REVIEWS, town6: ACCEPTS })
    await t.database.pool.query('update declaration set step_due = $2 where id = $1', [id, new Date(clock.now().getTime() - 86_400_000)])
    await remindOfClocks(t.kernel)
    expect(await linksOf(id, '的申报已超过办理期限')).toEqual({ kjj6: REVIEWS, town6: ACCEPTS })
    const accepted = await sent((await project({})).id)
    expect(await linksOf(accepted.id, '等待')).toEqual({ front1: ACCEPTS, fin8: REVIEWS })
  })

  it('a reviewer whose menu has only the other desk is led there, to the to-dos; without any desk the step’s own stays', async () => {
    const menu = (url: string) => `menu_id = (select id from menu where url = '${url}')`
    const dept = `role_id = (select id from role where code = 'dept')`
    const { rows } = await t.database.pool.query(
      `delete from role_menu where ${dept} and (${menu(REVIEWS)} or ${menu('/work/declaremanage')}) returning role_id, menu_id`,
    )
    expect((await todoOf('kjj6'))!.to).toBe(REVIEWS)
    await t.database.pool.query(
      `insert into role_menu (role_id, menu_id) select r.id, m.id from role r, menu m where r.code = 'dept' and m.url = $1`,
      [ACCEPTS],
    )
    expect(await todoOf('kjj6')).toMatchObject({ label: '待审核的申报', to: `${ACCEPTS}?todo=true&state=` })
    expect(await linksOf(await waiting(), '等待')).toEqual({ kjj6: ACCEPTS, town6: ACCEPTS })
    await t.database.pool.query(`delete from role_menu where ${dept} and ${menu(ACCEPTS)}`)
    for (const row of rows)
      await t.database.pool.query('insert into role_menu (role_id, menu_id) values ($1, $2)', [row.role_id, row.menu_id])
  })
})
