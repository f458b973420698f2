import { beforeAll, describe, expect, it } from 'vitest'
import { exports } from '../../contract/files.ts'
import { forget, giveRoles } from '../identity/index.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'
import { startTask } from '../kernel/jobs/task-runner.ts'
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
const idOf = async (name: string) =>
  (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
const mine = async (who: string) => (await t.as(who).get(exports.listMy.path)).body.data[0]
const download = async (who: string, filePath: string) => (await t.as(who).get('/files/download', { filePath })).status

it('a file is given only as long as its owner may export that list', async () => {
  const filePath = await exported('front1', 'allowance')
  expect(await download('front1', filePath)).toBe(200)
  expect(await mine('front1')).toMatchObject({ filePath, message: null })
  const id = await idOf('front1')
  await t.kernel.db.transaction().execute((db) => giveRoles(db, systemCall('test'), id, ['dept']))
  forget(t.kernel, { users: [id] })
  const refused = await t.as('front1').get('/files/download', { filePath })
  expect(refused.body).toMatchObject({ success: false, code: 'NOT_FOUND' })
  expect(await mine('front1')).toMatchObject({ title: '补贴', filePath: null, message: '您现在没有这项导出的权限，不能下载' })
})

describe('权限变化以后的导出文件', () => {
  let made = 0
  /** A role of dept2 besides its own, with all appeals; the function changes or removes it. */
  async function widened() {
    const { db } = t.kernel
    const userId = await idOf('dept2')
    const { id: roleId } = await db
      .insertInto('role')
      .values({ code: `wide${(made += 1)}`, name: `全部诉求 ${made}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('role_permission')
      .values(['appeal:read', 'sms:read'].map((permission) => ({ role_id: roleId, permission })))
      .execute()
    await db.insertInto('row_rule').values({ role_id: roleId, resource: 'appeal', scope: 'all', office_ids: [], lines: '[]' }).execute()
    await db
      .deleteFrom('user_role')
      .where('user_id', '=', userId)
      .where('role_id', 'in', db.selectFrom('role').select('id').where('code', 'like', 'wide%'))
      .execute()
    await db.insertInto('user_role').values({ user_id: userId, role_id: roleId }).execute()
    forget(t.kernel, { users: [userId] })
    return { userId, roleId }
  }
  const refusal = { success: false, code: 'EXPORT_NARROWED', msg: '您的权限已变化，请重新导出' }
  const fetch = async (filePath: string) => (await t.as('dept2').get('/files/download', { filePath })).body
  const again = (who: string, taskId: string) => t.as(who).post(exports.again.path, { taskId })
  const fileOf = (key: string) => t.kernel.db.selectFrom('file').select('key').where('key', '=', key).execute()

  it('refuses the file when the rows were withdrawn, says so in the list, deletes it, and exports it anew', async () => {
    const { userId, roleId } = await widened()
    const filePath = await exported('dept2', 'appeal')
    const { taskId, done } = await mine('dept2')
    expect((await t.as('dept2').get('/files/download', { filePath })).status).toBe(200)
    expect(await mine('dept2')).toMatchObject({ filePath, again: false })
    await t.kernel.db.updateTable('row_rule').set({ scope: 'office' }).where('role_id', '=', roleId).execute()
    forget(t.kernel, { users: [userId] })
    expect(await fetch(filePath)).toMatchObject(refusal)
    expect((await t.as('dept2').get('/files/link', { filePath })).body).toMatchObject(refusal)
    expect(await mine('dept2')).toMatchObject({ taskId, filePath: null, again: true, message: refusal.msg })
    expect((await t.as('dept2').get(exports.progress.path, { taskId })).body.data).toMatchObject({ filePath: null, message: refusal.msg })
    await runRecurring(t.kernel, 'export.rights')
    expect(await fileOf(filePath)).toEqual([])
    expect(await mine('dept2')).toMatchObject({ taskId, filePath: null, again: true, message: refusal.msg })
    expect((await again('dept1', taskId)).body.code).toBe('NOT_FOUND')
    expect((await again('qy1', taskId)).body.code).toBe('FORBIDDEN')
    const next = (await again('dept2', taskId)).body.data
    await eventually(async () => expect(await mine('dept2')).toMatchObject({ taskId: next.taskId, status: 2, again: false }), 15_000)
    expect((await mine('dept2')).done).toBeLessThan(done)
    expect(await mine('dept2')).toMatchObject({ filePath: expect.any(String) as string, message: null })
  })

  it('refuses the file when any permission was withdrawn, and keeps it when rights become wider', async () => {
    const { userId, roleId } = await widened()
    const filePath = await exported('dept2', 'appeal')
    await t.kernel.db.insertInto('role_permission').values({ role_id: roleId, permission: 'pii:read' }).execute()
    forget(t.kernel, { users: [userId] })
    expect((await t.as('dept2').get('/files/download', { filePath })).status).toBe(200)
    await runRecurring(t.kernel, 'export.rights')
    expect(await fileOf(filePath)).toHaveLength(1)
    const clear = await exported('dept2', 'appeal')
    await t.kernel.db.deleteFrom('role_permission').where('role_id', '=', roleId).where('permission', '=', 'pii:read').execute()
    forget(t.kernel, { users: [userId] })
    expect(await fetch(clear)).toMatchObject(refusal)
    expect((await t.as('dept2').get('/files/download', { filePath })).status).toBe(200)
  })

  it('ends an export that waits or runs when the rights of its start are withdrawn', async () => {
    const { userId, roleId } = await widened()
    await exported('dept2', 'appeal')
    const { params } = await t.kernel.db
      .selectFrom('task')
      .select('params')
      .where('id', '=', (await mine('dept2')).taskId)
      .executeTakeFirstOrThrow()
    await t.kernel.db.deleteFrom('user_role').where('role_id', '=', roleId).execute()
    forget(t.kernel, { users: [userId] })
    const taskId = await t.kernel.db
      .transaction()
      .execute((db) => startTask(db, { kind: 'export', ownerId: userId, params: { ...params, bizType: 'declaration' } }))
    await eventually(async () => expect(await mine('dept2')).toMatchObject({ taskId, status: 4, message: refusal.msg }), 15_000)
    expect(await t.kernel.db.selectFrom('file').select('key').where('object_id', '=', taskId).execute()).toEqual([])
    const waits = await t.kernel.db
      .insertInto('task')
      .values({ kind: 'export', owner_id: userId, state: 'queued', params: JSON.stringify({ ...params, bizType: 'declaration' }) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await runRecurring(t.kernel, 'export.rights')
    expect(await mine('dept2')).toMatchObject({ taskId: waits.id, status: 4, message: refusal.msg, again: true })
  })
})

// Seen red: the audit administrator read and exported the visits, which are the system administrator's.
it('each log, and its export, is for one of the administrators', async () => {
  const read = async (who: string, kind: string) => (await t.as(who).get('/sys/log/list', { kind })).body
  const scope = async (who: string, bizType: string) => (await t.as(who).post(exports.scope.path, { bizType, filters: {} })).body
  for (const who of ['audit1', 'security1', 'front1']) {
    expect((await read(who, 'visit')).code, who).toBe('FORBIDDEN')
    expect((await scope(who, 'visitLog')).code, who).toBe('FORBIDDEN')
  }
  for (const who of ['admin1', 'security1', 'front1']) {
    expect((await read(who, 'audit')).code, who).toBe('FORBIDDEN')
    expect((await scope(who, 'auditLog')).code, who).toBe('FORBIDDEN')
  }
  expect([(await read('admin1', 'visit')).success, (await scope('admin1', 'visitLog')).success]).toEqual([true, true])
  expect([(await read('audit1', 'audit')).success, (await scope('audit1', 'auditLog')).success]).toEqual([true, true])
})
