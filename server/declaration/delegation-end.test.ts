import { forget } from '../identity/index.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dateOf } from '../kernel/clock.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { declarationTests } from './test-project.ts'

// Of 县经信局: jxj7 and jxj8 review; czj8 of 县财政局 is the delegate of jxj7, czjhead leads
// there; rsj8 of 县人社局 is asked for an opinion.
let t: TestApp
const { as, one, officeId, staff, project, sent, desk, versionOf, decide } = declarationTests(() => t)
let jxj = 0
/** The delegation of this test, from jxj7 to czj8. */
let given = 0

const idOf = async (name: string) => (await one<{ id: number }>('select id from sys_user where user_name = $1', [name])).id
/** A declaration that waits for 县经信局, or for reviewers of any office. */
const waiting = async (office: number | null = jxj, mode = 'one') => {
  const p = await project({ steps: [{ step: 'review', permission: 'declaration:review', officeId: office, mode }] })
  return (await sent(p.id)).id
}
const delegate = async () => {
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  const period = { startTime: hours(-1), endTime: hours(9), reason: '出差' }
  const { body } = await as('jxj7').post('/dec/delegation/save', { delegateId: await idOf('czj8'), ...period })
  expect(body.success, JSON.stringify(body)).toBe(true)
  given = body.data.id
}
const revoke = async (who: string) => {
  const { body } = await as(who).form('/dec/delegation/revoke', { id: String(given) })
  expect(body.success, JSON.stringify(body)).toBe(true)
}
const runOut = () =>
  t.database.pool.query(
    `update declaration_delegation set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1`,
    [given],
  )
const switchAccount = async (name: string, enableFlag: '0' | '1') =>
  expect((await as('admin1').form('/sys/user/editEnableFlag', { id: String(await idOf(name)), enableFlag })).body.success).toBe(true)
const endings: Record<string, () => Promise<unknown>> = {
  受托人不再代办: () => revoke('czj8'),
  委托人撤销: () => revoke('jxj7'),
  委托到期: runOut,
  委托人的账号停用: () => switchAccount('jxj7', '0'),
}

/** Who of these people got a notice of the declaration with this title, and its text. */
const heard = async (id: number, title: string) => {
  const { rows } = await t.database.pool.query<{ user_name: string; title: string; body: string }>(
    `select u.user_name, n.title, n.body from notice n join sys_user u on u.id = n.user_id
      where n.link like '%?id=' || $1 and n.title like $2 and u.user_name = any(array['jxj7', 'jxj8', 'czj8', 'czj9', 'czjhead']) order by 1`,
    [id, `%${title}%`],
  )
  return rows
}
const namesOf = async (id: number, title: string) => (await heard(id, title)).map((row) => row.user_name)
const ask = async (id: number): Promise<number> => {
  const question = { declarationId: id, userId: await idOf('rsj8'), question: '金额是否合理？', workdays: 3 }
  const { body } = await as('czj8').post('/dec/opinion/ask', question)
  expect(body.success, JSON.stringify(body)).toBe(true)
  return body.data.id
}
const answer = async (id: number) =>
  expect((await as('rsj8').post('/dec/opinion/answer', { id, verdict: 'yes', answer: '金额合理' })).body.success).toBe(true)

const give = async (who: string, id: number, to: string | null) => {
  const userId = to === null ? null : await idOf(to)
  const { body } = await as(who).post('/dec/declare/assign', { items: [{ id, version: await versionOf(id) }], userId })
  return body.data.list[0] as { ok: boolean; code?: string; message: string }
}
const holderOf = async (id: number) => (await desk('jxj8', id)).data.holder?.name ?? null
const lastNotice = async (who: string, title: string) =>
  (
    await one<{ body: string } | undefined>(
      `select n.body from notice n join sys_user u on u.id = n.user_id where u.user_name = $1 and n.title like $2 order by n.id desc limit 1`,
      [who, `%${title}%`],
    )
  )?.body
const putBackRows = async (id: number) => (await auditTrail(t.kernel, 'declaration.putBack')).filter((row) => row.object_id === String(id))

beforeAll(async () => {
  t = await testApp()
  jxj = await officeId('jxj')
  for (const name of ['jxj7', 'jxj8']) await staff(name, 'dept', 'jxj')
  for (const name of ['czj8', 'czj9']) await staff(name, 'dept', 'czj')
  await staff('czjhead', 'leader', 'czj')
  await staff('rsj8', 'dept', 'rsj')
})
beforeEach(async () => {
  await t.database.pool.query(`update sys_user set enabled = true where user_name = any(array['jxj7', 'czj8'])`)
  await t.database.pool.query('delete from declaration_delegation')
  await t.database.pool.query(`delete from notice where kind = 'declaration'`)
  await delegate()
})

// Before: the answer went to the former delegate, who could not open the declaration, and nobody who had to decide heard of it.
describe('代审人征求的意见，委托结束后', () => {
  it.each(Object.keys(endings))('%s: the answer does not go to the former delegate, but to those whose turn it is', async (ending) => {
    const id = await waiting()
    const asked = await ask(id)
    await endings[ending]!()
    expect((await desk('czj8', id)).code).toBe('NOT_FOUND')
    await answer(asked)
    const names = await namesOf(id, '意见已答复')
    expect(names).toEqual(ending === '委托人的账号停用' ? ['jxj8'] : ['jxj7', 'jxj8'])
    expect((await heard(id, '意见已答复'))[0]!.body).toBe('金额合理')
  })

  it('while it lasts, the answer goes to the delegate who asked, and to nobody else', async () => {
    const id = await waiting()
    await answer(await ask(id))
    expect(await namesOf(id, '意见已答复')).toEqual(['czj8'])
  })

  it('when it is overdue, and when a head ends it, those whose turn it is are told in place of the former delegate', async () => {
    const today = dateOf(new Date())
    await t.database.pool.query(`insert into holiday (day, kind) values ($1, 'work') on conflict (day) do nothing`, [today])
    const id = await waiting()
    const asked = await ask(id)
    await revoke('czj8')
    await t.database.pool.query('update declaration_opinion set due = current_date - 3 where id = $1', [asked])
    await runRecurring(t.kernel, 'declaration-clocks')
    await t.database.pool.query('delete from holiday where day = $1', [today])
    expect(await namesOf(id, '征求意见已逾期')).toEqual(['czjhead', 'jxj7', 'jxj8'])
    const end = await as('czjhead').form('/dec/opinion/withdraw', { id: String(asked), reason: '对方已口头答复' })
    expect(end.body.success, JSON.stringify(end.body)).toBe(true)
    const told = await heard(id, '征求的意见已由 czjhead 甲 结束')
    expect(told.map((row) => row.user_name)).toEqual(['jxj7', 'jxj8'])
    expect(told[0]!.title).toMatch(/^czj8 甲征求的意见/)
  })

  it('a head who may not open the declaration does not read the question', async () => {
    const today = dateOf(new Date())
    await t.database.pool.query(`insert into holiday (day, kind) values ($1, 'work') on conflict (day) do nothing`, [today])
    const head = await idOf('czjhead')
    const id = await waiting()
    const asked = await ask(id)
    await t.database.pool.query('update declaration_opinion set due = current_date - 3 where id = $1', [asked])
    await t.database.pool.query(`insert into role (code, name) values ('heads-only', '只看统计')`)
    await t.database.pool.query(
      `insert into role_permission (role_id, permission) select id, 'insight:read' from role where code = 'heads-only'`,
    )
    const hasRoles = async (...codes: string[]) => {
      await t.database.pool.query('delete from user_role where user_id = $1', [head])
      const roles = 'select $1::bigint, id from role where code = any($2)'
      await t.database.pool.query(`insert into user_role (user_id, role_id) ${roles}`, [head, codes])
      await t.database.pool.query('update sys_user set rights_version = rights_version + 1 where id = $1', [head])
      forget(t.kernel, { users: [head] })
    }
    await hasRoles('heads-only', 'dept')
    try {
      expect((await desk('czjhead', id)).code).toBe('NOT_FOUND')
      await runRecurring(t.kernel, 'declaration-clocks')
      expect(await namesOf(id, '征求意见已逾期')).toEqual(['czj8'])
    } finally {
      await t.database.pool.query('delete from holiday where day = $1', [today])
      await hasRoles('leader')
    }
  })
})

// Before: the case stayed in the hand of the former delegate, who could neither open it nor put it back.
describe('代审人领取的申报，委托结束后', () => {
  it.each(Object.keys(endings))('%s: is free again, with an audit row', async (ending) => {
    const id = await waiting()
    expect(await give('czj8', id, 'czj8')).toMatchObject({ ok: true, message: '已领取' })
    await endings[ending]!()
    expect(await give('czj8', id, null)).toMatchObject({ ok: false, code: 'NOT_FOUND' })
    if (ending === '委托到期') await runRecurring(t.kernel, 'declaration-delegations')
    expect(await holderOf(id)).toBeNull()
    const { list } = (await as('jxj8').get('/dec/declare/list', { holder: 'none', pageSize: 100 })).body.data
    expect(list.map((row: { id: number }) => row.id)).toContain(id)
    expect(await putBackRows(id)).toHaveLength(1)
    expect(await give('jxj8', id, 'jxj8')).toMatchObject({ ok: true })
  })

  it('the notice of the ending says how many are free', async () => {
    const words = '代领的 2 件申报已放回，能办理的同事可以领取。'
    const ids = [await waiting(), await waiting()]
    for (const id of ids) expect(await give('czj8', id, 'czj8')).toMatchObject({ ok: true })
    await revoke('czj8')
    expect(await lastNotice('jxj7', '不再代您审核申报')).toContain(`czj8 甲${words}`)
  })

  it('so does the one to the delegate, after a revocation and when the account of the delegator ends', async () => {
    const words = '您代领的 1 件申报已放回，能办理的同事可以领取。'
    expect(await give('czj8', await waiting(), 'czj8')).toMatchObject({ ok: true })
    await revoke('jxj7')
    expect(await lastNotice('czj8', '撤销了对您的审核委托')).toContain(`您不能再代为审核。${words}`)
    await delegate()
    expect(await give('czj8', await waiting(), 'czj8')).toMatchObject({ ok: true })
    await switchAccount('jxj7', '0')
    expect(await lastNotice('czj8', '您代为审核的委托已经结束')).toBe(words)
  })

  it('run out, both are told once; the job finds nothing more', async () => {
    const words = '代领的 1 件申报已放回，能办理的同事可以领取。'
    const id = await waiting()
    expect(await give('czj8', id, 'czj8')).toMatchObject({ ok: true })
    await runRecurring(t.kernel, 'declaration-delegations')
    expect(await holderOf(id), 'while it lasts').toBe('czj8 甲')
    await runOut()
    await runRecurring(t.kernel, 'declaration-delegations')
    await runRecurring(t.kernel, 'declaration-delegations')
    expect(await lastNotice('czj8', '您代为审核的委托已经结束')).toBe(`您${words}`)
    expect(await lastNotice('jxj7', '您委托czj8 甲审核的期限已经结束')).toBe(`czj8 甲${words}`)
    expect(await putBackRows(id)).toHaveLength(1)
    const { n } = await one<{ n: number }>(`select count(*)::int n from notice where title = '您代为审核的委托已经结束'`)
    expect(n).toBe(1)
  })

  it('what the delegate may sign in their own right stays in their hand', async () => {
    const [own, through] = [await waiting(null), await waiting()]
    for (const id of [own, through]) expect(await give('czj8', id, 'czj8')).toMatchObject({ ok: true })
    await revoke('jxj7')
    const { holder } = (await desk('czj8', own)).data
    expect(holder?.name).toBe('czj8 甲')
    expect(await holderOf(through)).toBeNull()
    expect(await putBackRows(own)).toEqual([])
  })

  it('is free also where the former delegate had given the first of two signatures', async () => {
    const id = await waiting(jxj, 'two')
    expect(await give('czj8', id, 'czj8')).toMatchObject({ ok: true })
    expect((await decide('czj8', id)).data.state).toBe(2)
    expect(await holderOf(id)).toBe('czj8 甲')
    await revoke('czj8')
    expect(await holderOf(id)).toBeNull()
  })

  it('is free when the delegate changes office and the delegation goes to a colleague', async () => {
    const id = await waiting()
    expect(await give('czj8', id, 'czj8')).toMatchObject({ ok: true })
    const { version, ...person } = await one<{ id: number; version: number; userName: string; name: string }>(
      `select id, version, user_name as "userName", name from sys_user where user_name = 'czj8'`,
    )
    const takers = [{ kind: 'delegation', userId: await idOf('czj9') }]
    const move = (more: object) => as('admin1').post('/sys/user/saveOrUpdate', { ...person, ...more })
    const moved = (await move({ version, officeId: await officeId('rsj'), takers })).body
    expect(moved.success, JSON.stringify(moved)).toBe(true)
    expect((await desk('czj9', id)).data.allowed).toEqual(['pass', 'back', 'refuse'])
    expect(await holderOf(id)).toBeNull()
    expect(await lastNotice('jxj7', '转由czj9 甲代为办理')).toContain('czj8 甲代领的 1 件申报已放回')
    const back = (await move({ version: version + 1, officeId: await officeId('czj'), takers: [] })).body
    expect(back.success, JSON.stringify(back)).toBe(true)
  })
})
