// One day of several people, and what the audit has of it (reliability L-01): every event that must be told, each with time and zone, person,
// role, address, action, object, result and request.
import { beforeAll, expect, test } from 'vitest'
import { identity } from '../contract/identity.ts'
import { systemCall } from './kernel/audit/audit.ts'
import { auditTrail } from './kernel/testing/audit-trail.ts'
import { eventually } from './kernel/testing/eventually.ts'
import { testApp, type TestApp } from './kernel/testing/harness.ts'
import { logIn } from './kernel/testing/people.ts'
import { multipart, png } from './kernel/testing/samples.ts'
import { policyDraft } from './policy/testing/draft.ts'
import { reviewAsItStands } from './policy/testing/moves.ts'
import { giveRoles } from './identity/index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ env: { POLICY_REVIEW: '1' } })
})

const idOf = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
const done = ({ body }: { body: { success: boolean; data: any; msg?: string } }) => {
  if (!body.success) throw new Error(body.msg)
  return body.data
}

interface Told {
  action: string
  who: string | null
  role?: string
  result?: string
}
/** The newest row of an action, whole. */
async function told({ action, who, role, result = 'ok' }: Told): Promise<void> {
  const row = (await auditTrail(t.kernel, action)).at(-1)
  expect(row, action).toBeDefined()
  expect(row, action).toMatchObject({ result, actor_id: who === null ? null : await idOf(who), ...(role ? { actor_role: role } : {}) })
  expect(row!.ip, action).toBe('127.0.0.1')
  expect(row!.request_id, action).toMatch(/\S{8,}/)
  expect(row!.object_type, action).toBeTruthy()
  expect(row!.object_id, action).toBeTruthy()
  // A moment, not a wall clock: stored with its zone, and of this run.
  expect(Math.abs(Date.now() - new Date(row!.at).getTime()), action).toBeLessThan(600_000)
}

test('L-01: log-in, wrong password, lock, log-out', async () => {
  const own = await logIn(t.http, 'dept2', 'Qifu@2026', 't3st')
  await told({ action: 'login', who: 'dept2', role: 'dept' })
  await t.http.inject({
    method: 'POST',
    url: identity.logout.path,
    headers: { authorization: own.body.data.token, 'content-type': 'application/json' },
    payload: {},
  })
  await told({ action: 'logout', who: 'dept2', role: 'dept' })
  for (let i = 0; i < 5; i++) await logIn(t.http, 'dept2', 'Wrong@2026', 't3st')
  // Nobody has proven to be dept2: the name that was given stands beside it.
  for (const action of ['login', 'user.lock']) {
    await told({ action, who: null, result: 'refused' })
    expect((await auditTrail(t.kernel, action)).at(-1)!.detail).toMatchObject({ userName: 'dept2' })
  }
})

test('L-01: other roles, a refused call', async () => {
  const id = await idOf('dept1')
  await t.database.db.transaction().execute((db) => giveRoles(db, systemCall('journey-roles'), id, ['dept', 'leader']))
  expect((await auditTrail(t.kernel, 'user.roles')).at(-1)).toMatchObject({ object_id: String(id), detail: { after: ['dept', 'leader'] } })
  await t.as('editor1').form(identity.unlock.path, { id: '1' })
  await told({ action: 'access.denied', who: 'editor1', role: 'editor', result: 'refused' })
})

test('L-01: consent, export, file of a company, personal data', async () => {
  done(await t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '02' }))
  await told({ action: 'company.authorize', who: 'qy1', role: 'enterprise' })
  const { taskId } = done(await t.as('front1').post('/export/start', { bizType: 'companyArchive', filters: {}, columns: ['companyName'] }))
  await told({ action: 'export.start', who: 'front1', role: 'front' })
  await eventually(async () => expect((await t.as('front1').get('/export/progress', { taskId })).body.data.status).toBe(2))
  const { filePath } = done(
    await t.as('qy1').send({ method: 'POST', url: '/files/upload', ...multipart({ name: '执照.png', content: await png() }) }),
  )
  done(await t.as('qy1').post('/dec/evidence/save', { kind: 'licence', name: '营业执照', filePath }))
  expect((await t.as('qy1').get('/files/download', { filePath })).status).toBe(200)
  await told({ action: 'file.read', who: 'qy1', role: 'enterprise' })
  const company = done(await t.as('qy1').get('/ent/company/info/queryCompanyIdByToken'))
  done(await t.as('front1').post('/company/info/reveal', { id: company, field: 'contactPhone', reason: '电话回访' }))
  await told({ action: 'company.pii.reveal', who: 'front1', role: 'front' })
})

test('L-01: review and deletion', async () => {
  const { id } = done(await t.as('editor1').post('/pol/info/saveOrUpdate', policyDraft({ policyTitle: '走一遍审计' })))
  done(await t.as('editor1').form('/pol/info/publish', { id: String(id) }))
  done(await reviewAsItStands(t, 'leader1', id, 'reject', '依据不足'))
  await told({ action: 'policy.reject', who: 'leader1', role: 'leader' })
  done(await t.as('editor1').form('/pol/info/delete', { id: String(id) }))
  await told({ action: 'policy.delete', who: 'editor1', role: 'editor' })
  expect((await auditTrail(t.kernel, 'policy.delete')).at(-1)!.object_id).toBe(String(id))
})
