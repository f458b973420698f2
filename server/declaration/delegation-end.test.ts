import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dateOf } from '../kernel/clock.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { declarationTests } from './test-project.ts'

// Of 县经信局: jxj7 and jxj8 review; czj8 of 县财政局 is the delegate of jxj7, czjhead leads
// there; rsj8 of 县人社局 is asked for an opinion.
let t: TestApp
const { as, one, officeId, staff, project, sent, desk } = declarationTests(() => t)
let jxj = 0
/** The delegation of this test, from jxj7 to czj8. */
let given = 0

const idOf = async (name: string) => (await one<{ id: number }>('select id from sys_user where user_name = $1', [name])).id
/** A declaration that waits for 县经信局. */
const waiting = async () => {
  const p = await project({ steps: [{ step: 'review', permission: 'declaration:review', officeId: jxj, mode: 'one' }] })
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
