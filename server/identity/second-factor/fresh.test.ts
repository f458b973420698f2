import { beforeAll, describe, expect, it } from 'vitest'
import { exports } from '../../../contract/files.ts'
import { dataRules } from '../../../contract/identity/data-rules.ts'
import { roles } from '../../../contract/identity/roles.ts'
import { users } from '../../../contract/identity/users.ts'
import { factorReset } from '../../../contract/identity/factor-reset.ts'
import { secondFactor, secondStep } from '../../../contract/second-factor.ts'
import { movableClock } from '../../kernel/clock.ts'
import { logIn, personWith, type Person } from '../../kernel/testing/people.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { multipart } from '../../kernel/testing/samples.ts'
import { codeAt } from './totp.ts'

const clock = movableClock('2026-11-21T02:00:00Z')
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
})
const now = (secret: string) => codeAt(secret, clock.now())
const idOf = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
async function bind(me: Person): Promise<string> {
  const { secret } = (await me.post(secondFactor.begin.path, {})).body.data
  expect((await me.post(secondFactor.enable.path, { code: now(secret) })).body.success).toBe(true)
  return secret
}
/** One session that is renewed and never replaced. */
async function session(who: string): Promise<Person> {
  const { body } = await logIn(t.http, who, 'Qifu@2026', t.kernel.config.DEMO_CAPTCHA!)
  return personWith(t.http, () => Promise.resolve(body.data))
}
/** Another one, after the app was bound. */
async function sessionByCode(who: string, secret: string): Promise<Person> {
  const { body } = await logIn(t.http, who, 'Qifu@2026', t.kernel.config.DEMO_CAPTCHA!)
  const { ticket } = body.data as unknown as { ticket: string }
  const entered = await t.as(null).form(secondStep.loginSecond.path, { ticket, code: now(secret) })
  return personWith(t.http, () => Promise.resolve(entered.body.data))
}
const role = (code: string) => ({ code, name: `值守${code}`, permissions: ['feedback:read'], menuIds: [] })

describe('再次输入动态验证码', () => {
  it('is not required from users without a second factor', async () => {
    expect((await t.as('security2').post(roles.save.path, role('one'))).body.success).toBe(true)
    expect((await t.as('security2').post(secondFactor.confirm.path, { code: '123456' })).body.code).toBe('FACTOR_OFF')
    for (const who of ['qy1', 'gr1'])
      expect((await t.as(who).post(secondFactor.confirm.path, { code: '1' })).body.code, who).toBe('FORBIDDEN')
  })

  it('rights can be changed only within ten minutes after a code in this session; nothing is changed before', async () => {
    const former = await session('security1')
    const me = await session('security1')
    const secret = await bind(me)
    // The code that bound the app counts as fresh in this browser; other log-ins of the account have ended (ADR 1016).
    expect((await me.post(roles.save.path, role('two'))).body.success).toBe(true)
    expect((await former.post(roles.save.path, role('three'))).status).toBe(401)
    clock.advance(60_000)
    const other = await sessionByCode('security1', secret)
    clock.advance(10 * 60_000)
    const front1 = await idOf('front1')
    const { version } = (await t.as('admin1').get(users.findById.path, { id: front1 })).body.data
    const { id: roleId } = await t.kernel.db.selectFrom('role').select('id').where('code', '=', 'two').executeTakeFirstOrThrow()
    const rule = { roleId, resource: 'feedback', scope: 'all', officeIds: [], lines: [] }
    const before = await t.kernel.db
      .selectFrom('audit_log')
      .select((e) => e.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    for (const [path, body] of [
      [roles.save.path, role('three')],
      [users.saveRoles.path, { id: front1, version, roleIds: [roleId], terms: [] }],
      [dataRules.save.path, rule],
      [factorReset.ask.path, { id: front1, reason: '手机遗失' }],
      [factorReset.decide.path, { id: front1, askTime: clock.now().toISOString(), decision: 'confirm' }],
    ] as const)
      expect((await me.post(path, body)).body, path).toMatchObject({ success: false, code: 'FACTOR_STALE' })
    expect((await me.form(roles.remove.path, { id: String(roleId) })).body.code).toBe('FACTOR_STALE')
    expect(
      await t.kernel.db.selectFrom('audit_log').select('action').where('id', '>', before.id).where('result', '=', 'ok').execute(),
    ).toEqual([])
    // Reading needs no code.
    expect((await me.get(roles.list.path, {})).body.success).toBe(true)
    expect((await me.post(secondFactor.confirm.path, { code: 'abc' })).body.fields).toEqual([{ path: 'code', message: '请输入 6 位数字' }])
    expect(
      (await me.post(secondFactor.confirm.path, { code: now(secret) === '000000' ? '000001' : '000000' })).body.fields?.[0]?.path,
    ).toBe('code')
    expect((await me.post(roles.save.path, role('three'))).body.code).toBe('FACTOR_STALE')
    const code = now(secret)
    expect((await me.post(secondFactor.confirm.path, { code })).body.data).toBe(true)
    expect((await other.post(secondFactor.confirm.path, { code })).body.fields?.[0]?.path).toBe('code')
    expect((await me.post(roles.save.path, role('three'))).body.success).toBe(true)
    expect((await me.post(dataRules.save.path, rule)).body.success).toBe(true)
    expect((await other.post(roles.save.path, role('four'))).body.code).toBe('FACTOR_STALE')
  })

  it('an account’s key is given out only after a fresh code', async () => {
    const me = await session('admin1')
    const secret = await bind(me)
    clock.advance(11 * 60_000)
    const id = String(await idOf('front1'))
    expect((await me.form(users.resetPwd.path, { id })).body.code).toBe('FACTOR_STALE')
    const { version, userName, name, officeId } = (await me.get(users.findById.path, { id })).body.data
    const same = { id, version, userName, name, officeId }
    expect((await me.post(users.save.path, { ...same, accountId: 'mine' })).body.code).toBe('FACTOR_STALE')
    const { payload, headers } = multipart({ name: '用户.xlsx', content: Buffer.from('x') })
    expect((await me.send({ method: 'POST', url: users.import.path, payload, headers })).body.code).toBe('FACTOR_STALE')
    expect((await me.post(users.save.path, same)).body.success).toBe(true)
    await me.post(secondFactor.confirm.path, { code: now(secret) })
    expect((await me.form(users.resetPwd.path, { id })).body.data.password).toEqual(expect.any(String))
  })

  it('an export with personal data in clear needs a code before it starts; a masked one does not', async () => {
    const start = { bizType: 'company', filters: {} }
    const me = await session('editor1')
    const secret = await bind(me)
    clock.advance(11 * 60_000)
    expect((await me.post(exports.start.path, start)).body.success).toBe(true)
    const { id } = await t.kernel.db.selectFrom('role').select('id').where('code', '=', 'editor').executeTakeFirstOrThrow()
    await t.kernel.db.insertInto('role_permission').values({ role_id: id, permission: 'pii:read' }).execute()
    clock.advance(60_000)
    expect((await me.post(exports.start.path, start)).body.code).toBe('FACTOR_STALE')
    // These columns hold no personal data.
    expect((await me.post(exports.start.path, { ...start, columns: ['companyName'] })).body.success).toBe(true)
    expect((await me.post(secondFactor.confirm.path, { code: now(secret) })).body.success).toBe(true)
    expect((await me.post(exports.start.path, start)).body.code).not.toBe('FACTOR_STALE')
  })
})
