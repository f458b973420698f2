import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { read as readBook, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { movableClock } from '../clock.ts'
import { runRecurring } from '../jobs/jobs.ts'
import { maskPhone } from '../access/pii.ts'
import { readSheet } from '../sheet/read.ts'
import { auditTrail } from '../testing/audit-trail.ts'
import { eventually } from '../testing/eventually.ts'
import { testApp, type TestApp } from '../testing/harness.ts'
import { byKeyset, offersExport } from './exporters.ts'

const clock = movableClock(new Date())
let t: TestApp
beforeAll(async () => {
  t = await testApp({ clock })
  offersExport(t.kernel, 'test.people', {
    title: '测试名单',
    access: 'policy:edit',
    filters: z.strictObject({ rows: z.number(), slow: z.boolean().optional(), broken: z.boolean().optional() }),
    columns: [
      { key: 'id', title: '序号' },
      { key: 'name', title: '名称' },
      { key: 'phone', title: '电话', mask: maskPhone },
      { key: 'at', title: '时间' },
    ],
    count: async ({ filters }) => filters.rows,
    rows: ({ db, filters, signal }) =>
      byKeyset(signal, async (after, limit) => {
        if (filters.broken && after > 0) throw new Error('cut')
        if (filters.slow)
          await (t.kernel.engine === 'postgres' ? sql`select pg_sleep(30)`.execute(db) : new Promise((go) => setTimeout(go, 300)))
        return (
          await sql<{
            id: number
            name: string
            phone: string
            at: string
          }>`select n as id, '=cmd|名称' || n as name, '13812341234' as phone, timestamptz '2026-10-14 16:11:55Z' as at from generate_series(${after + 1}::int, least(${after + limit}::int, ${filters.rows}::int)) n`.execute(
            db,
          )
        ).rows
      }),
  })
})

const start = (user: string, filters: object, more: object = {}) =>
  t.as(user).post('/export/start', { bizType: 'test.people', filters, ...more })
const progress = async (user: string, taskId: string) => (await t.as(user).get('/export/progress', { taskId })).body
const finished = (taskId: string, status: number) =>
  eventually(async () => expect((await progress('editor1', taskId)).data.status).toBe(status), 15_000)
const leftovers = async () => (await readdir(join(t.database.target.dataDir, 'tmp')).catch(() => [])).length

describe('导出：拒绝', () => {
  it('refuses calls without a session, without the permission, and by companies', async () => {
    expect((await t.as(null).post('/export/start', { bizType: 'test.people', filters: { rows: 1 } })).status).toBe(401)
    for (const user of ['qy1', 'front1', 'admin1'])
      expect((await start(user, { rows: 1 })).body).toMatchObject({ success: false, code: 'FORBIDDEN' })
    expect((await t.as('security1').post('/export/start', { bizType: 'visitLog' })).body).toMatchObject({ code: 'FORBIDDEN' })
  })
  it('refuses unknown kinds, filters and columns, and too many rows', async () => {
    expect((await t.as('editor1').post('/export/start', { bizType: 'nothing' })).body).toMatchObject({
      code: 'INVALID',
      fields: [{ path: 'bizType' }],
    })
    // Seen red: Unrecognized key: "ownerId".
    const unknown = { path: 'filters.ownerId', message: '不支持的字段：ownerId' }
    const refusal = { code: 'INVALID', msg: unknown.message, fields: [unknown] }
    expect((await start('editor1', { rows: 1, ownerId: 2 })).body).toMatchObject(refusal)
    const scope = async (filters: object) => (await t.as('editor1').post('/export/scope', { bizType: 'test.people', filters })).body
    expect(await scope({ rows: 1, ownerId: 2 })).toMatchObject(refusal)
    expect((await scope({ rows: 'all' })).fields).toEqual([{ path: 'filters.rows', message: '类型不正确' }])
    expect((await scope({})).fields).toEqual([{ path: 'filters.rows', message: '必填' }])
    expect((await start('editor1', { rows: 1 }, { columns: ['password'] })).body).toMatchObject({
      code: 'INVALID',
      fields: [{ path: 'columns' }],
    })
    expect((await start('editor1', { rows: 100_001 })).body).toMatchObject({ code: 'TOO_MANY_ROWS' })
    expect(await t.kernel.db.selectFrom('task').select('id').where('kind', '=', 'export').execute()).toEqual([])
  })
  it('shows the number of rows, the limit and the columns before it starts; only to users who may export', async () => {
    const scope = (user: string, bizType: string, filters: object) => t.as(user).post('/export/scope', { bizType, filters })
    expect((await scope('front1', 'test.people', { rows: 1 })).body.code).toBe('FORBIDDEN')
    expect((await scope('qy1', 'test.people', { rows: 1 })).body.code).toBe('FORBIDDEN')
    expect((await scope('editor1', 'test.people', { rows: 1, ownerId: 2 })).body.code).toBe('INVALID')
    expect((await scope('editor1', 'test.people', { rows: 100_001 })).body.data).toEqual({
      total: 100_001,
      limit: 100_000,
      columns: [
        { key: 'id', title: '序号', usual: true },
        { key: 'name', title: '名称', usual: true },
        { key: 'phone', title: '电话', usual: true },
        { key: 'at', title: '时间', usual: true },
      ],
    })
    expect(await t.kernel.db.selectFrom('task').select('id').where('kind', '=', 'export').execute()).toEqual([])
  })
})

describe('导出', () => {
  it('writes rows as text with masks and the name of the exporter, and gives the file only to its owner', async () => {
    const { taskId } = (await start('editor1', { rows: 1500 }, { columns: ['id', 'name', 'phone', 'at'] })).body.data
    expect(await progress('dept1', taskId)).toMatchObject({ success: false, code: 'NOT_FOUND' })
    await finished(taskId, 2)
    const { data } = await progress('editor1', taskId)
    expect(data).toMatchObject({
      percent: 100,
      done: 1500,
      total: 1500,
      fileName: expect.stringMatching(/^测试名单_\d{8}\.xlsx$/) as string,
    })
    expect((await t.as('dept1').get('/files/download', { filePath: data.filePath })).body).toMatchObject({ code: 'NOT_FOUND' })
    const { raw } = await t.as('editor1').get('/files/download', { filePath: data.filePath })
    const path = join(t.database.target.dataDir, 'read.xlsx')
    await writeFile(path, raw)
    const rows = await readSheet(path)
    expect(rows[0]).toEqual({ row: 1, cells: ['序号', '名称', '电话', '时间'] })
    expect(rows[1500]).toEqual({ row: 1501, cells: [1500, '=cmd|名称1500', '138****1234', '2026-10-15 00:11:55'] })
    // The first page holds rows only, so that they sort; the exporter's name is on a second page.
    expect(rows).toHaveLength(1501)
    const said = utils.sheet_to_json<string[]>(readBook(raw).Sheets['说明']!, { header: 1, raw: false })
    expect(said.map(([name]) => name)).toEqual(['导出人', '导出时间', '行数'])
    expect([said[0]![1], said[1]![1], said[2]![1]]).toEqual([
      expect.stringMatching(/.+/) as string,
      expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/) as string,
      '1500',
    ])
    expect((await auditTrail(t.kernel, 'export.start')).at(-1)).toMatchObject({
      object_id: taskId,
      detail: { bizType: 'test.people', filters: { rows: 1500 }, rows: 1500 },
    })
    expect((await auditTrail(t.kernel, 'export.done')).at(-1)).toMatchObject({ object_id: taskId })
    expect(await leftovers()).toBe(0)
  })
  it('writes the requested columns in their order, and no others', async () => {
    const { taskId } = (await start('editor1', { rows: 2 }, { columns: ['name', 'id'] })).body.data
    await finished(taskId, 2)
    const { data } = await progress('editor1', taskId)
    const path = join(t.database.target.dataDir, 'order.xlsx')
    await writeFile(path, (await t.as('editor1').get('/files/download', { filePath: data.filePath })).raw)
    expect((await readSheet(path)).map(({ cells }) => cells)).toEqual([
      ['名称', '序号'],
      ['=cmd|名称1', 1],
      ['=cmd|名称2', 2],
    ])
  })
  it('shows its place while it waits, the seconds since its last progress while it runs, and then neither', async () => {
    const created_at = new Date(Date.now() - 90_000).toISOString()
    const owner_id = (await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'editor1').executeTakeFirstOrThrow()).id
    const made = async (state: 'queued' | 'running', ago: number) =>
      (
        await t.kernel.db
          .insertInto('task')
          .values({ kind: 'export', owner_id, state, params: JSON.stringify({ bizType: 'test.people' }), created_at })
          .returning('id')
          .executeTakeFirstOrThrow()
          .then(async ({ id }) => {
            await t.kernel.db
              .updateTable('task')
              .set({ updated_at: new Date(Date.now() - ago).toISOString() })
              .where('id', '=', id)
              .execute()
            return { id }
          })
      ).id
    const [queued, running] = [await made('queued', 90_000), await made('running', 90_000)]
    expect((await progress('editor1', queued)).data).toMatchObject({ status: 1, waiting: 1, silentSeconds: 0 })
    const { silentSeconds, ...state } = (await progress('editor1', running)).data
    expect(state).toMatchObject({ status: 1, waiting: 0 })
    expect(silentSeconds).toBeGreaterThanOrEqual(90)
    expect((await progress('dept1', running)).code).toBe('NOT_FOUND')
    await t.kernel.db.deleteFrom('task').where('id', 'in', [queued, running]).execute()
  })
  it('stops within two seconds when it is abandoned, leaves no file, and never succeeds afterwards', async () => {
    const { taskId } = (await start('editor1', { rows: 50_000, slow: true })).body.data
    await eventually(async () => expect((await progress('editor1', taskId)).data.total).toBe(50_000))
    expect((await t.as('dept1').form('/export/abort', { taskId })).body).toMatchObject({ code: 'NOT_FOUND' })
    const asked = Date.now()
    expect((await t.as('editor1').form('/export/abort', { taskId })).body).toEqual({ success: true, data: true })
    expect((await progress('editor1', taskId)).data.status).toBe(4)
    await eventually(async () =>
      expect(await t.kernel.db.selectFrom('task').select('state').where('id', '=', taskId).executeTakeFirst()).toEqual({
        state: 'cancelled',
      }),
    )
    await eventually(async () => expect(await leftovers()).toBe(0))
    expect(Date.now() - asked).toBeLessThan(2500)
    if (t.kernel.engine === 'postgres')
      expect(
        (
          await sql<{
            n: number
          }>`select count(*)::int as n from pg_stat_activity where datname = current_database() and query like '%pg_sleep(30)%' and state = 'active' and pid <> pg_backend_pid()`.execute(
            t.kernel.db,
          )
        ).rows,
      ).toEqual([{ n: 0 }])
    expect((await t.as('editor1').form('/export/abort', { taskId })).body.data).toBe(true)
    expect((await progress('editor1', taskId)).data).toMatchObject({ status: 4, filePath: null })
  })
  it('leaves no file and no success when it is abandoned after its last row was stored', async () => {
    // A trigger aborts the export between storing the file and ending the task, because a timer cannot hit this moment reliably.
    await sql`create function abandon_stored() returns trigger language plpgsql as $$ begin
      update task set cancel_requested = true where id::text = new.object_id; return new; end $$`.execute(t.kernel.db)
    await sql`create trigger abandon_stored after insert or update on file for each row when (new.object_type = 'export')
      execute function abandon_stored()`.execute(t.kernel.db)
    const { taskId } = (await start('editor1', { rows: 3 })).body.data
    await finished(taskId, 4)
    await eventually(async () =>
      expect(await t.kernel.db.selectFrom('task').select('state').where('id', '=', taskId).executeTakeFirst()).toEqual({
        state: 'cancelled',
      }),
    )
    await sql`drop function abandon_stored cascade`.execute(t.kernel.db)
    const ofTask = t.kernel.db.selectFrom('file').select('key').where('object_id', '=', taskId)
    await eventually(async () => expect(await ofTask.execute()).toEqual([]))
    expect((await auditTrail(t.kernel, 'export.done')).filter((row) => row.object_id === taskId)).toEqual([])
  })
  it('an interrupted one has failed', async () => {
    const { taskId } = (await start('editor1', { rows: 3000, broken: true })).body.data
    await finished(taskId, 3)
    expect((await progress('editor1', taskId)).data).toMatchObject({ filePath: null, message: '处理过程中出现异常，请稍后重试' })
    expect(await leftovers()).toBe(0)
  })
  it('lists my exports and removes their files after seven days', async () => {
    const list = (await t.as('editor1').get('/export/listMy')).body.data
    expect(list.filter((one: { status: number }) => one.status === 2)).toHaveLength(2)
    const kept = list.find((one: { filePath: string | null }) => one.filePath !== null)
    expect(Date.parse(kept.expireTime) - Date.parse(kept.createTime)).toBeGreaterThan(6.9 * 86_400_000)
    expect(list[0]).toMatchObject({ title: '测试名单' })
    clock.advance(8 * 86_400_000)
    await runRecurring(t.kernel, 'export.sweep')
    expect((await t.as('editor1').get('/export/listMy')).body.data.every((one: { filePath: string | null }) => one.filePath === null)).toBe(
      true,
    )
  })
})
