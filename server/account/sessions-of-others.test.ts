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
    expect((await end('security1', await idOf('security1'))).code).toBe('OWN_WORK')
    expect((await end('security1', 999_999)).code).toBe('NOT_FOUND')
    expect(await end('security1', id)).toMatchObject({ code: 'STATE', msg: '该用户现在没有登录' })
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
