import { beforeAll, expect, it } from 'vitest'
import { exports } from '../../contract/files.ts'
import { forget, giveRoles } from '../identity/index.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const exported = async (who: string, bizType: string): Promise<string> => {
  const { data } = (await t.as(who).post(exports.start.path, { bizType, filters: {} })).body
  return eventually(async () => {
    const { filePath } = (await t.as(who).get(exports.progress.path, { taskId: data.taskId })).body.data
    expect(filePath).toEqual(expect.any(String))
    return filePath as string
  }, 15_000)
}
const mine = async (who: string) => (await t.as(who).get(exports.listMy.path)).body.data[0]
const download = async (who: string, filePath: string) => (await t.as(who).get('/files/download', { filePath })).status

it('a file is given only as long as its owner may export that list', async () => {
  const filePath = await exported('front1', 'allowance')
  expect(await download('front1', filePath)).toBe(200)
  expect(await mine('front1')).toMatchObject({ filePath, message: null })
  const { id } = await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'front1').executeTakeFirstOrThrow()
  await t.kernel.db.transaction().execute((db) => giveRoles(db, systemCall('test'), id, ['dept']))
  forget(t.kernel, { users: [id] })
  const refused = await t.as('front1').get('/files/download', { filePath })
  expect(refused.body).toMatchObject({ success: false, code: 'NOT_FOUND' })
  expect(await mine('front1')).toMatchObject({ title: '补贴', filePath: null, message: '您现在没有这项导出的权限，不能下载' })
})

it('who reads the audit log exports the visits as well, as in the list', async () => {
  for (const who of ['admin1', 'audit1'])
    expect((await t.as(who).post(exports.scope.path, { bizType: 'visitLog', filters: {} })).body.success, who).toBe(true)
  expect((await t.as('admin1').post(exports.scope.path, { bizType: 'auditLog', filters: {} })).body.code).toBe('FORBIDDEN')
  expect((await t.as('front1').post(exports.scope.path, { bizType: 'visitLog', filters: {} })).body.code).toBe('FORBIDDEN')
})
