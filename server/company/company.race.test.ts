import { beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../identity/demo-accounts.ts'
import { testApp, testEngine, type TestApp } from '../kernel/testing/harness.ts'
import { meeting } from '../kernel/testing/meeting.ts'
import { logIn, personWith } from '../kernel/testing/people.ts'
import { waiting } from '../kernel/testing/waiting.ts'
import { multipart, pdf } from '../kernel/testing/samples.ts'

const CODE = '91339999MAEF12007U'
let t: TestApp
let company: number
beforeAll(async () => {
  t = await testApp()
  // Logged in before, so that no log-in takes part in a meeting.
  for (const who of ['front1', 'gr1']) await t.as(who).tokens()
  company = (await t.as('qy1').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
})

describe('企业档案：同时', () => {
  // Seen red without the row lock of saveArchive: both saved.
  it('lets one of two parallel saves win', async () => {
    const { version } = (await t.as('qy1').get('/dynamic/company/info/findById')).body.data
    const save = (rdStaff: number) => t.as('qy1').post('/dynamic/company/info/saveEntArchiveDetail', { version, values: { rdStaff } })
    const answers = await meeting(t, 2, () => Promise.all([save(41), save(42)]))
    expect(answers.map((a) => a.body.success).toSorted()).toEqual([false, true])
    expect(answers.find((a) => !a.body.success)!.body.code).toBe('CONFLICT')
  })
})

describe('绑定企业：同时', () => {
  const ask = async (): Promise<number> => {
    const { payload, headers } = multipart({ name: '授权书.pdf', content: pdf(2000) })
    const { body } = await t.as('gr1').send({ method: 'POST', url: '/files/upload', payload, headers })
    const asked = await t.as('gr1').post('/personal/company/save', { code: CODE, position: '财务负责人', proofFiles: [body.data] })
    return asked.body.data.id
  }
  const remove = (who: string, id: number) => t.as(who).form('/personal/company/delete', { id: String(id) })

  // Seen red without the row locks of moveBinding and the version in the UPDATE of `move`: both decided.
  it('two parallel examiners produce one result', async () => {
    const id = await ask()
    const answers = await meeting(t, 2, () =>
      Promise.all([
        t.as('front1').post('/personal/company/examine', { id, version: 1, examineState: 1 }),
        t.as('qy1').post('/personal/company/examine', { id, version: 1, examineState: 2, opinion: '不认识' }),
      ]),
    )
    expect(answers.map((a) => a.body.success).sort()).toEqual([false, true])
    await remove('gr1', id)
  })

  // Seen red without the lock of the user in changeToCompany and moveBinding, but not in every run; the next test is certain.
  it('a parallel end of binding and change of role never leaves a person acting', async () => {
    for (let i = 0; i < 8; i++) {
      const id = await ask()
      expect((await t.as('front1').post('/personal/company/examine', { id, version: 1, examineState: 1 })).body.success).toBe(true)
      const { data } = (await logIn(t.http, 'gr1', DEMO_PASSWORD, t.kernel.config.DEMO_CAPTCHA ?? '')).body
      const gr1 = personWith(t.http, async () => data)
      const [changed] = await meeting(t, 2, () =>
        Promise.all([gr1.post('/sys/activeUser/changeToCompany', { companyId: company }), remove('front1', id)]),
      )
      const acting = await t.kernel.db
        .selectFrom('session')
        .select('id')
        .where('acting_company_id', 'is not', null)
        .where('revoked_at', 'is', null)
        .execute()
      expect([changed.body.success, acting]).toEqual([changed.body.success, []])
    }
  })

  // Seen red without the lock of the user in changeToCompany and moveBinding: the person went on acting.
  it.runIf(testEngine === 'postgres')('an end of binding waits for a change of role that has begun, and ends its acting', async () => {
    const id = await ask()
    expect((await t.as('front1').post('/personal/company/examine', { id, version: 1, examineState: 1 })).body.success).toBe(true)
    const { data } = (await logIn(t.http, 'gr1', DEMO_PASSWORD, t.kernel.config.DEMO_CAPTCHA ?? '')).body
    const gr1 = personWith(t.http, async () => data)
    const both = await t.kernel.db.transaction().execute(async (other) => {
      // The change of role has found the binding and waits for its session.
      await other.selectFrom('session').select('id').where('revoked_at', 'is', null).forUpdate().execute()
      const changed = gr1.post('/sys/activeUser/changeToCompany', { companyId: company })
      await waiting(t, 1)
      const ended = remove('front1', id)
      await Promise.race([ended, waiting(t, 2)])
      return [changed, ended]
    })
    expect((await Promise.all(both)).map(({ body }) => body.success)).toEqual([true, true])
    const acting = t.kernel.db.selectFrom('session').select('id').where('acting_company_id', 'is not', null).where('revoked_at', 'is', null)
    expect(await acting.execute()).toEqual([])
  })
})
