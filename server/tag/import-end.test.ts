import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ImportState } from '../../contract/imports.ts'
import { endLostImports } from '../kernel/import/imports.ts'
import { createTask, readTask } from '../kernel/jobs/task.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { multipart, xlsx } from '../kernel/testing/samples.ts'

const HEAD = ['统一社会信用代码', '企业名称', '标签名称', '操作', '原因']
/**
 * Eighteen batches, because the single connection of the embedded database lets the request to stop through only between batches, with
 * delay.
 */
const TAGS = 300
let t: TestApp
let codes: string[]
beforeAll(async () => {
  t = await testApp()
  codes = (await t.kernel.db.selectFrom('company').select('credit_code').orderBy('id').execute()).map((c) => c.credit_code)
  await sql`insert into tag (name, visible) select '批量 ' || n, false from generate_series(1, ${TAGS}) n`.execute(t.kernel.db)
})
const told = async () =>
  ((await t.as('editor1').get('/sys/notice/list', { pageSize: 50 })).body.data.list as { title: string; body: string }[]).filter((n) =>
    n.title.startsWith('导入'),
  )
const rows = (tags: number) =>
  Array.from({ length: tags }, (_, i) => codes.map((code): (string | null)[] => [code, null, `批量 ${i + 1}`, null, null])).flat()
const start = async (sheet: (string | null)[][], fields: Record<string, string> = {}) => {
  const { payload, headers } = multipart({ name: '标签.xlsx', content: await xlsx([HEAD, ...sheet]) }, fields)
  return (await t.as('editor1').send<ImportState>({ method: 'POST', url: '/tag/info/import', payload, headers })).body.data
}
const written = async () =>
  (
    await t.kernel.db
      .selectFrom('tag_company as tc')
      .innerJoin('tag', 'tag.id', 'tc.tag_id')
      .where('tag.name', 'like', '批量 %')
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
/** A trigger that runs after rows of tags are written, until it is removed. */
const onWriting = async (does: string) => {
  await sql
    .raw(`create or replace function test_hook() returns trigger language plpgsql as $$ begin ${does}; return null; end $$`)
    .execute(t.kernel.db)
  await sql
    .raw('create or replace trigger test_hook after insert on tag_company for each statement execute function test_hook()')
    .execute(t.kernel.db)
  return () => sql.raw('drop function test_hook cascade').execute(t.kernel.db)
}

describe('导入没有走完也告知发起人', () => {
  it('stopped half way: reports what was written and what was not; a second run continues', async () => {
    const off = await onWriting('perform pg_sleep(0.7)')
    const all = rows(TAGS)
    const { taskId } = await start(all)
    expect((await t.as('editor1').form('/import/abort', { taskId })).body.data).toBe(true)
    await eventually(async () => expect(await told()).toHaveLength(1), 20_000)
    await off()
    const done = await written()
    expect(done).toBeLessThan(all.length)
    const [notice] = await told()
    expect(notice!.title).toBe('导入已停止：标签导入')
    await eventually(async () =>
      expect((await t.as('editor1').get<ImportState>('/import/progress', { taskId })).body.data).toMatchObject({
        status: 4,
        ...(done > 0 ? { total: all.length } : {}),
        successCount: done,
        addedCount: done,
        message: null,
      }),
    )
    if (done === 0) expect(notice!.body).toContain('没有写入任何数据')
    else
      expect(notice!.body).toContain(
        `共 ${all.length} 行，写入 ${done} 行（新增 ${done}，更新 0，无变化 0），有误 0 行，其余 ${all.length - done} 行没有写入`,
      )
    await start(all)
    await eventually(async () => expect(await written()).toBe(all.length), 20_000)
    await eventually(async () => expect((await told())[0]!.body).toContain(`新增 ${all.length - done}，更新 0，无变化 ${done}`), 20_000)
  }, 60_000)

  it('broken off: nothing is written, and it is reported once, after the second try', async () => {
    await t.kernel.db.deleteFrom('tag_company').execute()
    const off = await onWriting(`raise exception 'disk full'`)
    const { taskId } = await start(rows(1))
    await eventually(async () => expect((await told())[0]!.title).toBe('导入中断：标签导入'), 20_000)
    await off()
    expect((await told())[0]!.body).toBe('文件“标签.xlsx”的导入因处理异常中断，没有写入任何数据。请稍后重新导入。')
    expect((await t.as('editor1').get<ImportState>('/import/progress', { taskId })).body.data).toMatchObject({ status: 3, successCount: 0 })
    expect(await written()).toBe(0)
  })

  it('lost with its process: ended, reported, and no obstacle for the next import', async () => {
    const before = (await told()).length
    const { id: ownerId } = await t.kernel.db
      .selectFrom('sys_user')
      .select('id')
      .where('user_name', '=', 'editor1')
      .executeTakeFirstOrThrow()
    const params = { kind: 'tagCompany', fileName: '丢失.xlsx', mode: 'valid', dryRun: false, actor: { userId: ownerId } }
    const { id } = await createTask(t.kernel.db, { kind: 'import', ownerId, params })
    await t.kernel.db.updateTable('task').set({ state: 'running' }).where('id', '=', id).execute()
    await endLostImports(t.kernel)
    expect((await readTask(t.kernel.db, id))!.state).toBe('running')
    await sql`update task set updated_at = now() - interval '11 minutes' where id = ${id}`.execute(t.kernel.db)
    await endLostImports(t.kernel)
    await endLostImports(t.kernel)
    expect((await readTask(t.kernel.db, id))!.state).toBe('failed')
    expect(await told()).toHaveLength(before + 1)
    expect((await told())[0]).toMatchObject({
      title: '导入中断：标签导入',
      body: expect.stringContaining('“丢失.xlsx”的导入因服务中断没有完成'),
    })
    expect((await start(rows(1))).taskId).toBeTruthy()
  })
})
