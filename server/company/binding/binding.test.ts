import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../../kernel/clock.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { logIn, personWith, type Tokens } from '../../kernel/testing/people.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { multipart, pdf } from '../../kernel/testing/samples.ts'
import { DEMO_PASSWORD } from '../../identity/demo-accounts.ts'

const clock = movableClock('2026-11-21T02:00:00Z')
const C01 = '91339999MAEF12007U'
let t: TestApp
let c01: number
let c02: number
beforeAll(async () => {
  t = await testApp({ clock })
  c01 = (await t.as('qy1').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
  c02 = (await t.as('qy2').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
})
const proof = async (who: string) => {
  const { payload, headers } = multipart({ name: '授权书.pdf', content: pdf(2000) })
  const sent = await t.as(who).send({ method: 'POST', url: '/files/upload', payload, headers })
  return sent.body.data as { filePath: string; fileName: string }
}
const ask = async (code = C01) =>
  t.as('gr1').post('/personal/company/save', { code, position: '财务负责人', proofFiles: [await proof('gr1')] })
/** A separate session of gr1, so that a change of role does not affect the shared one. */
const person = async () => {
  const { body } = await logIn(t.http, 'gr1', DEMO_PASSWORD, t.kernel.config.DEMO_CAPTCHA ?? '')
  return body.data
}
const withTokens = (tokens: Tokens) => personWith(t.http, async () => tokens)
const change = (tokens: Tokens, companyId: number | null) =>
  withTokens(tokens).post<Tokens>('/sys/activeUser/changeToCompany', { companyId })
const examine = (who: string, id: number, examineState: number, { opinion, version = 1 }: { opinion?: string; version?: number } = {}) =>
  t.as(who).post('/personal/company/examine', { id, version, examineState, ...(opinion ? { opinion } : {}) })
const bind = async () => {
  const id = (await ask()).body.data.id as number
  expect((await examine('front1', id, 1)).body.success).toBe(true)
  return id
}

describe('申请绑定企业', () => {
  it('is for individuals; evidence and a well-formed, known credit code are needed (V014, V015)', async () => {
    for (const who of ['qy1', 'front1'])
      expect((await t.as(who).post('/personal/company/save', { code: C01, position: '员工', proofFiles: [] })).body.code).toBe('FORBIDDEN')
    const none = await t.as('gr1').post('/personal/company/save', { code: C01, position: ' ', proofFiles: [] })
    expect(none.body.fields?.map((f) => f.path).sort()).toEqual(['position', 'proofFiles'])
    expect((await ask('91339999MAEF1200IO')).body.fields?.[0]).toEqual({ path: 'code', message: '社会信用代码格式错误' })
    expect((await ask('91339999MAEF99999X')).body.fields?.[0]?.message).toBe('没有找到这个社会信用代码的企业，请核对后重试')
    const foreign = await proof('qy2')
    expect((await t.as('gr1').post('/personal/company/save', { code: C01, position: '员工', proofFiles: [foreign] })).body.code).toBe(
      'NOT_FOUND',
    )
  })

  it('waits once per company, and is visible only to the person, the company and the examining staff', async () => {
    const { id } = (await ask()).body.data
    expect((await ask()).body).toMatchObject({ success: false, code: 'ALREADY_ASKED' })
    for (const who of ['gr1', 'qy1', 'front1'])
      expect((await t.as(who).get('/personal/company/list')).body.data).toMatchObject({ total: 1, list: [{ id, state: 0 }] })
    expect((await t.as('qy2').get('/personal/company/list')).body.data.total).toBe(0)
    expect((await t.as('qy2').get('/personal/company/findById', { id })).body.code).toBe('NOT_FOUND')
    expect((await t.as('editor1').get('/personal/company/list')).body.code).toBe('FORBIDDEN')
    const seen = (await t.as('front1').get('/personal/company/findById', { id })).body.data
    expect(seen).toMatchObject({
      userName: expect.not.stringContaining('溪'),
      allowed: ['approve', 'refuse'],
      proofFiles: [{ fileName: '授权书.pdf' }],
    })
    const { filePath } = seen.proofFiles[0]
    expect((await t.as('front1').get('/files/download', { filePath })).status).toBe(200)
    expect((await t.as('qy2').get('/files/download', { filePath })).body.code).toBe('NOT_FOUND')
    expect((await t.as('gr1').form('/personal/company/delete', { id: String(id) })).body.data).toBe(true)
    expect((await t.as('gr1').get('/personal/company/list')).body.data.total).toBe(0)
  })
})

describe('审核', () => {
  it('needs another person, a reason for a refusal, and happens once', async () => {
    const { id } = (await ask()).body.data
    // Once one of them decided, the notice is settled for the others.
    const waits = async () =>
      (await t.as('front1').get('/sys/notice/list', { kind: 'work' })).body.data.list.find((n: { title: string }) =>
        n.title.includes('申请绑定'),
      )
    expect(await waits()).toMatchObject({ read: false })
    expect((await examine('gr1', id, 1)).body.code).toBe('FORBIDDEN')
    expect((await examine('qy2', id, 1)).body.code).toBe('NOT_FOUND')
    expect((await examine('front1', id, 2)).body.fields).toEqual([{ path: 'opinion', message: '请填写原因' }])
    expect((await t.as('front1').post('/personal/company/examine', { id, examineState: 1 })).body.fields![0]!.path).toBe('version')
    expect((await examine('qy1', id, 2, { opinion: '非本企业员工' })).body.data).toBe(true)
    expect(await waits()).toMatchObject({ read: true })
    expect((await examine('front1', id, 1)).body.code).toBe('CONFLICT')
    expect((await examine('front1', id, 1, { version: 2 })).body).toMatchObject({ code: 'STATE', msg: '当前状态为“审核未通过”，不能通过' })
    const [row] = (await t.as('gr1').get('/personal/company/list')).body.data.list
    expect(row).toMatchObject({ state: 2, examineOpinion: '非本企业员工', examiner: '企业账号', allowed: ['remove'] })
    await t.as('gr1').form('/personal/company/delete', { id: String(id) })
  })

  it('is never done by the applicant, even with the right to examine', async () => {
    const { id } = (await ask()).body.data
    const front = await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'front1').executeTakeFirstOrThrow()
    await t.kernel.db.updateTable('personal_company').set({ user_id: front.id }).where('id', '=', id).execute()
    expect((await examine('front1', id, 1)).body).toMatchObject({ code: 'OWN_WORK', msg: '不能审核本人经办的绑定申请，请由其他人员审核' })
    expect((await t.as('front1').get('/personal/company/findById', { id })).body.data.allowed).toEqual(['remove'])
    expect((await t.as('front1').form('/personal/company/delete', { id: String(id) })).body.data).toBe(true)
  })
})

describe('切换身份（changeToCompany）', () => {
  it('is refused without an approved binding: none, waiting, of another, the company’s own account, staff (S-07)', async () => {
    await t.kernel.db.deleteFrom('personal_company').execute()
    const tokens = await person()
    expect((await change(tokens, c01)).body.code).toBe('NOT_BOUND')
    await ask()
    expect((await change(tokens, c01)).body.code).toBe('NOT_BOUND')
    expect((await change(tokens, c02)).body.code).toBe('NOT_BOUND')
    expect((await t.as('qy1').post('/sys/activeUser/changeToCompany', { companyId: c02 })).body.code).toBe('FORBIDDEN')
    expect((await t.as('front1').post('/sys/activeUser/changeToCompany', { companyId: c01 })).body.code).toBe('FORBIDDEN')
    expect((await withTokens(tokens).get('/sys/activeUser/info')).body.data.user.type).toBe('GR')
  })

  it('exchanges the tokens, gives the company’s type, menu and data, keeps oldType, and goes back', async () => {
    await t.kernel.db.deleteFrom('personal_company').execute()
    await bind()
    const before = await person()
    const pair = (await change(before, c01)).body.data
    expect(pair.token).not.toBe(before.token)
    expect((await withTokens(before).get('/sys/activeUser/info')).status).toBe(401)
    expect((await t.http.inject({ url: '/sys/activeUser/refreshToken', headers: { authorization: before.refreshToken } })).statusCode).toBe(
      401,
    )
    const acting = withTokens(pair)
    const { user } = (await acting.get('/sys/activeUser/info')).body.data
    expect(user).toMatchObject({
      userName: 'gr1',
      type: 'QY',
      oldType: 'GR',
      companyId: c01,
      companyName: '云溪县星澜精密轴承有限公司（示例）',
    })
    const menus = (await acting.get('/sys/activeUser/getMenus')).body.data.menuList.flatMap(
      (m: { url: string; children: { url: string }[] }) => [m.url, ...m.children.map(({ url }) => url)],
    )
    expect(menus).toContain('/work/enterpriseArchive')
    expect(menus).not.toContain('/work/personal')
    expect((await acting.get('/dynamic/company/info/findById')).body.data).toMatchObject({ id: c01, legalPerson: '林知远' })
    expect((await acting.get('/dynamic/company/info/findById', { id: c02 })).body.code).toBe('NOT_FOUND')
    expect((await acting.post('/personal/company/examine', { id: 1, version: 1, examineState: 1 })).body.code).toBe('NOT_FOUND')

    const again = (await t.http.inject({ url: '/sys/activeUser/refreshToken', headers: { authorization: pair.refreshToken } })).json().data
    expect((await withTokens(again).get('/sys/activeUser/info')).body.data.user).toMatchObject({ type: 'QY', oldType: 'GR' })
    const back = (await change(again, null)).body.data
    expect((await withTokens(back).get('/sys/activeUser/info')).body.data.user).toMatchObject({
      type: 'GR',
      oldType: 'GR',
      companyId: null,
    })
    expect((await withTokens(again).get('/sys/activeUser/info')).status).toBe(401)
    expect((await auditTrail(t.kernel, 'session.changeToCompany')).at(-1)).toMatchObject({ object_id: String(c01) })
  })

  it('works under /sys/user too (A07)', async () => {
    await t.kernel.db.deleteFrom('personal_company').execute()
    const under = (tokens: Tokens, companyId: number | null) => withTokens(tokens).post<Tokens>('/sys/user/changeToCompany', { companyId })
    const before = await person()
    expect((await under(before, c01)).body.code).toBe('NOT_BOUND')
    expect((await t.as(null).post('/sys/user/changeToCompany', { companyId: c01 })).status).toBe(401)
    await bind()
    const own = await person()
    const acting = (await under(own, c01)).body.data
    expect((await withTokens(own).get('/sys/activeUser/info')).status).toBe(401)
    expect((await withTokens(acting).get('/sys/activeUser/info')).body.data.user).toMatchObject({
      type: 'QY',
      oldType: 'GR',
      companyId: c01,
    })
    const back = (await under(acting, null)).body.data
    expect((await withTokens(back).get('/sys/activeUser/info')).body.data.user).toMatchObject({ type: 'GR', companyId: null })
  })

  it('a person acting for a company does not examine other bindings, and cannot prolong the session', async () => {
    const before = await person()
    const pair = (await change(before, c01)).body.data
    const acting = withTokens(pair)
    expect(
      (await acting.get('/personal/company/list')).body.data.list.every((b: { allowed: string[] }) => !b.allowed.includes('approve')),
    ).toBe(true)
    const ends = await t.kernel.db
      .selectFrom('session')
      .select(['absolute_end'])
      .where('acting_company_id', '=', c01)
      .where('revoked_at', 'is', null)
      .execute()
    const limit = clock.now().getTime() + 7 * 86_400_000
    expect(ends.every((s) => Date.parse(s.absolute_end) <= limit)).toBe(true)
  })

  it('ends at once when the binding ends: 403, and after a refresh a person again', async () => {
    const pair = (await change(await person(), c01)).body.data
    const [row] = (await t.as('qy1').get('/personal/company/list', { state: 1 })).body.data.list
    expect(row.allowed).toEqual(['unbind'])
    expect((await t.as('qy1').form('/personal/company/delete', { id: String(row.id) })).body.data).toBe(true)
    expect((await withTokens(pair).get('/dynamic/company/info/findById')).status).toBe(403)
    const fresh = (await t.http.inject({ url: '/sys/activeUser/refreshToken', headers: { authorization: pair.refreshToken } })).json().data
    expect((await withTokens(fresh).get('/sys/activeUser/info')).body.data.user).toMatchObject({ type: 'GR', companyId: null })
    expect((await withTokens(fresh).get('/dynamic/company/info/findById')).body.code).toBe('FORBIDDEN')
    expect((await change(fresh, c01)).body.code).toBe('NOT_BOUND')
    expect((await t.as('gr1').get('/personal/company/list', { state: 3 })).body.data.total).toBe(1)
    // The start page counts what lasts; the page of bindings also shows what ended.
    const { list } = (await t.as('gr1').get('/personal/company/list', { pageSize: 100 })).body.data
    const lasting = (await t.as('gr1').get('/personal/company/list', { lasting: '1', pageSize: 100 })).body.data
    expect(list.map(({ state }: { state: number }) => state)).toContain(3)
    expect(lasting.total).toBe(list.filter(({ state }: { state: number }) => state !== 3).length)
    expect(lasting.list.map(({ state }: { state: number }) => state)).not.toContain(3)
    expect((await t.as('gr1').get('/personal/company/list', { lasting: 'yes' })).body.code).toBe('INVALID')
  })
})
