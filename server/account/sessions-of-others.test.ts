import { beforeAll, describe, expect, it } from 'vitest'
import { sessionsOfOthers } from '../../contract/sessions.ts'
import { movableClock } from '../kernel/clock.ts'
import { logIn, personWith } from '../kernel/testing/people.ts'
import { auditTrail } from '../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

const clock = movableClock('2026-11-21T02:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
const idOf = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
const session = async (who: string) => {
  const { body } = await logIn(t.http, who, 'Qifu@2026', 't3st')
  return personWith(t.http, () => Promise.resolve(body.data))
}
const end = async (who: string, id: number, reason = '手机遗失') => (await t.as(who).post(sessionsOfOthers.end.path, { id, reason })).body

describe('结束某人的登录', () => {
  it('is for security officers, with a reason, and not for themselves', async () => {
    const id = await idOf('front1')
    for (const who of ['qy1', 'gr1', 'admin1', 'audit1', 'leader1']) expect((await end(who, id)).code, who).toBe('FORBIDDEN')
    expect((await end('security1', id, ' ')).fields).toEqual([{ path: 'reason', message: '请填写原因' }])
    expect(await end('security1', await idOf('security1'))).toMatchObject({
      code: 'OWN_WORK',
      msg: '不能由本人处理自己的登录，请由另一名安全管理员办理',
    })
    expect((await end('security1', 999_999)).code).toBe('NOT_FOUND')
    expect(await end('security1', id)).toMatchObject({ code: 'STATE', msg: '该用户现在没有登录' })
  })

  it('shows where somebody is logged in, and ends one of them', async () => {
    const id = await idOf('dept2')
    for (const who of ['qy1', 'admin1', 'audit1', 'leader1'])
      expect((await t.as(who).get(sessionsOfOthers.list.path, { id })).body.code, who).toBe('FORBIDDEN')
    expect((await t.as('security1').get(sessionsOfOthers.list.path, { id: 999_999 })).body.code).toBe('NOT_FOUND')
    const [one, two] = [await session('dept2'), await session('dept2')]
    const list = async () => (await t.as('security1').get(sessionsOfOthers.list.path, { id })).body.data as { key: string; own: boolean }[]
    const before = await list()
    expect(before).toHaveLength(2)
    expect(before.every(({ own }) => !own)).toBe(true)
    const endOne = async (key: string) => (await t.as('security1').post(sessionsOfOthers.end.path, { id, key, reason: '公用电脑' })).body
    expect((await endOne('short')).fields).toEqual([{ path: 'key', message: '请选择要结束的登录' }])
    expect((await endOne('x'.repeat(22))).msg).toBe('这处登录已经结束')
    expect((await endOne(before[1]!.key)).data).toEqual({ ended: 1 })
    expect((await endOne(before[1]!.key)).code).toBe('STATE')
    clock.advance(1000)
    const left = [(await one.get('/sys/activeUser/info')).status, (await two.get('/sys/activeUser/info')).status]
    expect(left.toSorted()).toEqual([200, 401])
    expect(await list()).toEqual([expect.objectContaining({ key: before[0]!.key })])
    // Who asks for new tokens after that hears who ended it.
    const ended = left[0] === 401 ? one : two
    const { refreshToken } = await ended.tokens()
    const answer = await t.as(null).send({ method: 'GET', url: '/sys/activeUser/refreshToken', headers: { authorization: refreshToken } })
    expect(answer.body.msg).toBe('本处登录已由安全管理员结束，请重新登录')
  })

  it('ends all of them within a second, whoever it is; the person is told the reason and can log in again', async () => {
    for (const who of ['front1', 'qy1', 'admin1']) {
      const [one, two] = [await session(who), await session(who)]
      expect((await end('security1', await idOf(who))).data.ended).toBeGreaterThanOrEqual(2)
      clock.advance(1000)
      for (const me of [one, two]) expect((await me.get('/sys/activeUser/info')).status, who).toBe(401)
      const again = await session(who)
      const [notice] = (await again.get('/sys/notice/list', {})).body.data.list
      expect(notice).toMatchObject({ title: '安全管理员结束了您的所有登录，请重新登录', body: '手机遗失' })
    }
    expect((await auditTrail(t.kernel, 'session.stop')).at(-1)!.detail).toMatchObject({ userName: 'admin1', reason: '手机遗失' })
  })
})
