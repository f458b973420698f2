import { beforeAll, describe, expect, it } from 'vitest'
import { ownSessions, type OwnSession } from '../../contract/sessions.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { inTurn } from '../kernel/testing/in-turn.ts'
import { logIn } from '../kernel/testing/people.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const enter = async (who: string) => (await logIn(t.http, who, 'Qifu@2026', 't3st')).body.data.token
const list = async (token: string): Promise<OwnSession[]> =>
  (await t.http.inject({ url: ownSessions.list.path, headers: { authorization: token } })).json().data
const end = async (token: string, body: object) =>
  (await t.http.inject({ method: 'POST', url: ownSessions.end.path, headers: { authorization: token }, payload: body })).json()
const info = async (token: string) => {
  const answer = await t.http.inject({ url: '/sys/activeUser/info', headers: { authorization: token } })
  return { status: answer.statusCode, msg: answer.json().msg as string }
}

describe('我的登录', () => {
  it('shows only the caller’s own sessions, marks this one, and contains nothing that opens a session', async () => {
    const [here, there, other] = [await enter('dept1'), await enter('dept1'), await enter('dept2')]
    expect((await t.http.inject({ url: ownSessions.list.path })).json().success).toBe(false)
    const mine = await list(here)
    expect(mine.map(({ own }) => own)).toEqual([true, false])
    expect(mine[0]).toMatchObject({ way: 'password', browser: '未知浏览器', agent: 'lightMyRequest' })
    const ids = await t.kernel.db.selectFrom('session').select('id').execute()
    expect(ids.some(({ id }) => JSON.stringify(mine).includes(id))).toBe(false)
    const foreign = (await list(other))[0]!.key
    expect((await end(here, { key: foreign })).code).toBe('STATE')
    expect((await end(here, { key: 'x' })).fields).toEqual([{ path: 'key', message: '请选择要结束的登录' }])
    expect((await end(here, { key: mine[0]!.key })).code).toBe('STATE')
    expect((await end(here, { key: mine[1]!.key })).data).toEqual({ ended: 1 })
    expect(await info(there)).toEqual({ status: 401, msg: '本处登录已由本人在“账号设置”中结束' })
    expect((await info(other)).status).toBe(200)
    expect((await info(here)).status).toBe(200)
    expect((await end(here, { key: mine[1]!.key })).code).toBe('STATE')
  })

  it('ends all other sessions at once, also those of companies', async () => {
    const tokens = [await enter('qy2'), await enter('qy2'), await enter('qy2')]
    expect((await end(tokens[0]!, {})).data).toEqual({ ended: 2 })
    expect((await end(tokens[0]!, {})).data).toEqual({ ended: 0 })
    expect(await inTurn(tokens, async (token) => (await info(token)).status)).toEqual([200, 401, 401])
  })
})
