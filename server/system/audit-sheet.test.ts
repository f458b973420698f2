import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { readSheet } from '../kernel/sheet/read.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})

/** The rows of the exported audit log by the titles of their columns. */
async function exported(filters: object): Promise<Record<string, string>[]> {
  const auditor = t.as('audit1')
  const { taskId } = (await auditor.post('/export/start', { bizType: 'auditLog', filters })).body.data
  const progress = async () => (await auditor.get('/export/progress', { taskId })).body.data
  await eventually(async () => expect((await progress()).status).toBe(2))
  const path = join(t.database.target.dataDir, `${taskId}.xlsx`)
  await writeFile(path, (await auditor.get('/files/download', { filePath: (await progress()).filePath })).raw)
  const [head, ...rows] = await readSheet(path)
  return rows.map(({ cells }) => Object.fromEntries(head!.cells.map((title, at) => [title, String(cells[at] ?? '')])))
}

it('is for those who read the audit log', async () => {
  for (const who of ['admin1', 'security1', 'editor1'])
    expect((await t.as(who).post('/export/start', { bizType: 'auditLog', filters: {} })).body.code, who).toBe('FORBIDDEN')
})

it('an exported entry has the words of the screen: who did what to whom, and each changed field before and after', async () => {
  const admin = t.as('admin1')
  const office = async (name: string) => (await admin.get('/sys/office/list', { name })).body.data.list[0]
  const [old, next] = [await office('kjj'), await office('jxj')]
  const { id } = (await admin.post('/sys/user/saveOrUpdate', { userName: 'sheet1', name: '章原（示例）', officeId: old.id })).body.data
  const { version } = (await admin.get('/sys/user/findById', { id })).body.data
  const edit = { id, version, userName: 'sheet1', name: '章远（示例）', officeId: next.id }
  expect((await admin.post('/sys/user/saveOrUpdate', edit)).body.success).toBe(true)
  const [row] = await exported({ action: 'user.edit', objectId: String(id) })
  expect(row).toMatchObject({
    用户类型: '工作人员',
    事项: '用户：修改',
    操作代码: 'user.edit',
    对象编号: String(id),
    对象名称: '章远（示例）',
    结果: '成功',
  })
  expect(row!['变更（之前 → 之后）']!.split('；').toSorted()).toEqual(
    ['名称：章原（示例） → 章远（示例）', `部门：${old.name} → ${next.name}`].toSorted(),
  )
})

it('no row holds the raw details', async () => {
  await t.as('security1').post('/sys/role/saveOrUpdate', { code: 'sheet', name: '导出测试', permissions: ['policy:read'] })
  const rows = await exported({})
  expect(rows.length).toBeGreaterThan(5)
  for (const row of rows) {
    expect(Object.keys(row)).not.toContain('详情')
    for (const value of Object.values(row)) expect(value).not.toMatch(/^\s*[[{]/)
  }
})
