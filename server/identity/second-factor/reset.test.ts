import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { factorReset, type ResetAsked } from '../../../contract/identity/factor-reset.ts'
import { users } from '../../../contract/identity/users.ts'
import { secondFactor } from '../../../contract/second-factor.ts'
import { work } from '../../../contract/work.ts'
import { systemCall } from '../../kernel/audit/audit.ts'
import { movableClock } from '../../kernel/clock.ts'
import { runRecurring } from '../../kernel/jobs/jobs.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { logIn, personWith } from '../../kernel/testing/people.ts'
import { removeFactorByName } from '../index.ts'
import { codeAt } from './totp.ts'

const PASSWORD = 'Qifu@2026'
const clock = movableClock('2026-11-21T02:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
beforeEach(() => clock.advance(20 * 60_000))

const enter = async (who: string) => (await logIn(t.http, who, PASSWORD, 't3st')).body
/** Binds an app in a new log-in, which stays open. */
async function bind(who: string) {
  clock.advance(60_000)
  const { data: tokens } = await enter(who)
  const me = personWith(t.http, () => Promise.resolve(tokens))
  const { secret } = (await me.post(secondFactor.begin.path, {})).body.data
  const answer = (await me.post(secondFactor.enable.path, { code: codeAt(secret, clock.now()) })).body
  expect(answer).toMatchObject({ success: true })
  return { me, codes: answer.data.codes as string[] }
}
const idOf = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
const post = async (who: string, { path }: { path: string }, body: object) => (await t.as(who).post(path, body)).body
const ask = (who: string, id: number, reason = '手机遗失') => post(who, factorReset.ask, { id, reason })
const find = async (who: string, id: number) => (await t.as(who).get(factorReset.find.path, { id })).body
const asked = async (who: string, id: number): Promise<ResetAsked> => (await find(who, id)).data.asked
const confirm = async (who: string, id: number) =>
  post(who, factorReset.decide, { id, askTime: (await asked(who, id)).askTime, decision: 'confirm' })
const needsCode = async (who: string) => ((await enter(who)) as { code?: string }).code === 'MFA_REQUIRED'
const todo = async (who: string) =>
  ((await t.as(who).get(work.list.path)).body.data.list as { kind: string; count: number; to: string }[]).find(
    ({ kind }) => kind === 'factor-reset',
  )
const listed = async (who: string, factorReset_: string) =>
  (await t.as(who).get(users.list.path, { factorReset: factorReset_ })).body.data as {
    total: number
    list: { userName: string; factorReset: ResetAsked | null }[]
  }
/** Newest first; read from the table, because an owner without the phone does not log in. */
const told = async (who: string) =>
  t.kernel.db
    .selectFrom('notice')
    .select(['title', 'body', 'link', 'kind'])
    .where('user_id', '=', await idOf(who))
    .orderBy('id', 'desc')
    .execute()

describe('解除动态验证码', () => {
  it('is asked and decided by security officers, for others alone, with a reason', async () => {
    await bind('fin1')
    const id = await idOf('fin1')
    const askTime = clock.now().toISOString()
    for (const who of ['admin1', 'audit1', 'dept4', 'qy1']) {
      expect((await ask(who, id)).code, who).toBe('FORBIDDEN')
      expect((await find(who, id)).code, who).toBe('FORBIDDEN')
      expect((await post(who, factorReset.decide, { id, askTime, decision: 'confirm' })).code, who).toBe('FORBIDDEN')
      expect((await post(who, factorReset.withdraw, { id, askTime })).code, who).toBe('FORBIDDEN')
    }
    expect((await ask('security1', id, '')).fields).toEqual([{ path: 'reason', message: '请填写原因' }])
    expect(await ask('security1', await idOf('security1'))).toMatchObject({
      code: 'OWN_WORK',
      msg: '不能由本人解除自己的动态验证码，请由另一名安全管理员办理',
    })
    expect((await ask('security1', 99_999_999)).code).toBe('NOT_FOUND')
    expect((await find('security1', 99_999_999)).code).toBe('NOT_FOUND')
    expect(await ask('security1', await idOf('front1'))).toMatchObject({ code: 'STATE', msg: '该用户没有开启动态验证码' })
    // Nobody asked: there is nothing to decide, however the call is made.
    expect((await find('security2', id)).data).toMatchObject({ asked: null, codes: 10, keys: 0, sessions: 1 })
    expect((await post('security2', factorReset.decide, { id, askTime, decision: 'confirm' })).code).toBe('REQUEST_GONE')
    expect(await needsCode('fin1')).toBe(true)
  })

  it('the second officer is told, finds it in 待我处理 and in the list, reads who asked and why, and confirms it', async () => {
    await bind('dept2')
    const id = await idOf('dept2')
    const before = clock.now().toISOString()
    expect((await ask('security1', id)).data).toEqual({ until: '2026-11-22T02:' + before.slice(14, 17) + before.slice(17) })
    const [notice] = await told('security2')
    expect(notice).toMatchObject({
      title: expect.stringMatching(/提出解除.*（dept2）的动态验证码，请您确认或不同意$/),
      body: '原因：手机遗失。一天内有效，确认前请与本人核实。',
      link: '/work/user?name=dept2',
    })
    expect(
      (await told('security1')).some(({ title }) => title.includes('dept2')),
      'not the one who asks',
    ).toBe(false)
    expect((await told('dept2'))[0]!.title).toContain('一名安全管理员提出解除您的动态验证码')

    const waiting = (await todo('security2'))!
    expect(waiting).toMatchObject({ count: 1, to: '/work/user?factorReset=others' })
    expect(await todo('security1')).toMatchObject({ count: 0 })
    expect(await todo('admin1')).toBeUndefined()
    const { total, list } = await listed('security2', 'others')
    expect({ total, names: list.map(({ userName }) => userName) }).toEqual({ total: waiting.count, names: ['dept2'] })
    const mark = { askedBy: expect.stringContaining('（security1）'), own: false, reason: '手机遗失' }
    expect(list[0]!.factorReset).toMatchObject(mark)
    expect((await listed('security1', 'others')).total).toBe(0)
    expect((await listed('security1', 'mine')).list[0]!.factorReset).toMatchObject({ ...mark, own: true })
    // The reason is for those who decide.
    expect((await listed('admin1', 'others')).total).toBe(0)
    expect((await t.as('admin1').get(users.list.path, { name: 'dept2' })).body.data.list[0].factorReset).toBeNull()
    expect((await t.as('security2').get(users.list.path, { factorReset: 'x' })).status).toBe(400)

    const read = (await find('security2', id)).data
    expect(read).toMatchObject({ userName: 'dept2', asked: mark, codes: 10, keys: 0, sessions: 1 })
    expect(Date.parse(read.asked.until) - Date.parse(read.asked.askTime)).toBe(86_400_000)
    const { askTime } = read.asked
    // An officer whose page does not show the request yet asks as for a new one: nothing is removed.
    expect(await ask('security2', id, '已核实')).toMatchObject({ code: 'ASKED_ALREADY', msg: expect.stringContaining('（security1）已于') })
    expect(await ask('security1', id)).toMatchObject({ code: 'SECOND_OFFICER' })
    expect((await post('security1', factorReset.decide, { id, askTime, decision: 'confirm' })).code).toBe('OWN_WORK')
    const earlier = new Date(Date.parse(askTime) - 1000).toISOString()
    expect((await post('security2', factorReset.decide, { id, askTime: earlier, decision: 'confirm' })).code).toBe('REQUEST_GONE')
    expect((await post('security2', factorReset.decide, { id, askTime, decision: 'x' })).fields?.[0]?.message).toBe(
      '请选择确认解除或不同意',
    )
    expect(await needsCode('dept2')).toBe(true)

    expect((await post('security2', factorReset.decide, { id, askTime, decision: 'confirm', opinion: '已核实' })).data).toBe(true)
    expect((await enter('dept2')).success).toBe(true)
    expect((await todo('security2'))!.count).toBe(0)
    expect((await told('security1'))[0]).toMatchObject({
      title: expect.stringMatching(/已确认，.*（dept2）的动态验证码已解除$/),
      body: '意见：已核实',
      kind: 'system',
    })
    expect((await told('dept2'))[0]!.title).toBe('您的动态验证码已由安全管理员解除，请重新绑定')
    const { detail } = await t.kernel.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'secondFactor.remove')
      .where('object_id', '=', String(id))
      .executeTakeFirstOrThrow()
    expect(detail).toMatchObject({ reason: '手机遗失', opinion: '已核实', askedBy: await idOf('security1') })
  })

  it('the second officer does not agree: the request ends, and the one who asked hears why', async () => {
    await bind('dept4')
    const id = await idOf('dept4')
    await ask('security1', id)
    const { askTime } = await asked('security2', id)
    expect((await post('security2', factorReset.decide, { id, askTime, decision: 'refuse' })).fields).toEqual([
      { path: 'opinion', message: '请填写不同意的原因' },
    ])
    expect((await post('security2', factorReset.decide, { id, askTime, decision: 'refuse', opinion: '本人说手机还在' })).data).toBe(true)
    expect((await told('security1'))[0]).toMatchObject({
      title: expect.stringMatching(/不同意解除.*（dept4）的动态验证码$/),
      body: '意见：本人说手机还在',
    })
    expect((await told('dept4'))[0]!.title).toContain('没有同意解除您的动态验证码')
    expect(await asked('security2', id)).toBeNull()
    expect((await todo('security2'))!.count).toBe(0)
    expect(await needsCode('dept4')).toBe(true)
    expect((await post('security2', factorReset.decide, { id, askTime, decision: 'confirm' })).code).toBe('REQUEST_GONE')
  })

  it('the one who asked withdraws it; the other officer is not asked any more', async () => {
    await bind('op2')
    const id = await idOf('op2')
    await ask('security1', id)
    const { askTime } = await asked('security1', id)
    expect((await post('security2', factorReset.withdraw, { id, askTime })).code).toBe('OWN_WORK')
    expect((await post('security1', factorReset.withdraw, { id, askTime })).data).toBe(true)
    expect((await post('security1', factorReset.withdraw, { id, askTime })).code).toBe('REQUEST_GONE')
    expect((await post('security2', factorReset.decide, { id, askTime, decision: 'confirm' })).code).toBe('REQUEST_GONE')
    expect((await todo('security2'))!.count).toBe(0)
    const open = await t.kernel.db
      .selectFrom('notice')
      .select('id')
      .where('waits_for', '=', `factor-reset:${id}`)
      .where('read_at', 'is', null)
      .execute()
    expect(open).toEqual([])
    expect((await told('op2'))[0]!.title).toContain('撤回了解除您的动态验证码的申请')
  })

  it('an officer whose own factor it is hears of it as its owner, and decides nothing', async () => {
    const { me, codes } = await bind('security2')
    const id = await idOf('security2')
    await ask('security1', id)
    const heard = (await told('security2')).map(({ title }) => title)
    expect(heard[0]).toContain('一名安全管理员提出解除您的动态验证码')
    expect(heard.filter((title) => title.includes('（security2）'))).toEqual([])
    const { list } = (await me.get(work.list.path)).body.data as { list: { kind: string; count: number }[] }
    expect(list.find(({ kind }) => kind === 'factor-reset')!.count).toBe(0)
    const { askTime } = await asked('security1', id)
    expect((await me.post(factorReset.decide.path, { id, askTime, decision: 'confirm' })).body.code).toBe('OWN_WORK')
    expect((await me.post(secondFactor.disable.path, { code: codes[0]! })).body.success).toBe(true)
  })

  // Seen red: the request outlived the factor, and the second officer's press removed the new phone.
  it('a request ends with the factor it was about', async () => {
    const id = await idOf('market2')
    const rows = async () => (await t.kernel.db.selectFrom('factor_reset').select('user_id').where('user_id', '=', id).execute()).length
    const { me, codes } = await bind('market2')
    expect((await ask('security1', id)).success).toBe(true)
    const { askTime } = await asked('security2', id)
    expect((await me.post(secondFactor.disable.path, { code: codes[0]! })).body.success).toBe(true)
    expect(await rows(), 'removed by its owner').toBe(0)
    await bind('market2')
    expect((await post('security2', factorReset.decide, { id, askTime, decision: 'confirm' })).code).toBe('REQUEST_GONE')
    expect((await ask('security2', id)).success).toBe(true)
    expect(await needsCode('market2')).toBe(true)
    expect((await confirm('security1', id)).data).toBe(true)
    expect(await rows(), 'removed by two officers').toBe(0)

    await bind('market2')
    expect((await ask('security1', id)).success).toBe(true)
    await removeFactorByName(t.kernel, systemCall('test'), 'market2')
    expect(await rows(), 'removed at the server').toBe(0)
    clock.advance(60_000)
    // One that a process of an earlier version left behind.
    const left = async (at: Date) =>
      t.kernel.db
        .insertInto('factor_reset')
        .values({ user_id: id, asked_by: await idOf('security1'), reason: '手机遗失', asked_at: at })
        .execute()
    await left(clock.now())
    clock.advance(1000)
    await bind('market2')
    expect(await rows(), 'a new one is bound').toBe(0)
    await left(new Date(clock.now().getTime() - 60_000))
    expect(await asked('security2', id)).toBeNull()
    expect((await todo('security2'))!.count).toBe(0)
    expect((await ask('security2', id)).success).toBe(true)
    expect(await needsCode('market2')).toBe(true)
    await removeFactorByName(t.kernel, systemCall('test'), 'market2')
  })

  it('a request of one officer expires after a day', async () => {
    await bind('dept3')
    const id = await idOf('dept3')
    expect((await ask('security1', id)).success).toBe(true)
    const { askTime } = await asked('security2', id)
    clock.advance(25 * 3_600_000)
    expect(await asked('security2', id)).toBeNull()
    expect((await todo('security2'))!.count).toBe(0)
    expect((await listed('security2', 'others')).total).toBe(0)
    expect((await post('security2', factorReset.decide, { id, askTime, decision: 'confirm' })).code).toBe('REQUEST_GONE')
    expect((await ask('security2', id)).success).toBe(true)
    expect(await needsCode('dept3')).toBe(true)
    // The job had not run yet: who asks again ends the old one, and the first officer hears of it all the same.
    const heard = (await told('security1')).map(({ title }) => title).filter((title) => title.includes('dept3'))
    expect(heard).toEqual([
      expect.stringMatching(/提出解除.*（dept3）的动态验证码，请您确认或不同意$/),
      expect.stringMatching(/^您提出的解除.*（dept3）的动态验证码，一天内没有人确认，已过期$/),
    ])
  })

  // Seen red: a request expired without a word to the one who asked, or to the owner who had been told of it.
  it('tells the one who asked, and the owner, once, that a request expired', async () => {
    await bind('dept1')
    const id = await idOf('dept1')
    await ask('security1', id)
    const heard = async (who: string) => (await told(who)).filter(({ title }) => title.includes('已过期') && /dept1|您的/.test(title))
    await runRecurring(t.kernel, 'identity.factor-reset')
    expect([await heard('security1'), await heard('dept1')], 'not before the day is over').toEqual([[], []])
    expect(await asked('security2', id)).not.toBeNull()
    clock.advance(25 * 3_600_000)
    await runRecurring(t.kernel, 'identity.factor-reset')
    await runRecurring(t.kernel, 'identity.factor-reset')
    expect(await heard('security1')).toEqual([
      {
        title: expect.stringMatching(/^您提出的解除.*（dept1）的动态验证码，一天内没有人确认，已过期$/),
        body: '仍需要的，请重新提出，并提请另一名安全管理员确认。',
        link: '/work/user?name=dept1',
        kind: 'system',
      },
    ])
    expect(await heard('dept1')).toEqual([
      {
        title: '解除您的动态验证码的申请一天内没有人确认，已过期，仍用原来的验证码登录',
        body: '仍需要解除的，请再联系安全管理员。',
        link: '/work/account',
        kind: 'security',
      },
    ])
    expect(await heard('security2')).toEqual([])
    const open = t.kernel.db.selectFrom('notice').select('id').where('waits_for', '=', `factor-reset:${id}`)
    expect(await open.execute(), 'nobody is asked any more').toEqual([])
    expect(await t.kernel.db.selectFrom('factor_reset').select('user_id').where('user_id', '=', id).execute()).toEqual([])
    expect(await needsCode('dept1')).toBe(true)
  })
})
