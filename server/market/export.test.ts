import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { openPii } from '../kernel/access/pii.ts'
import { readSheet } from '../kernel/sheet/read.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
const post = async (who: string, what: string, body: object) => (await t.as(who).post(what, body)).body
async function cellsOf(bytes: Buffer): Promise<unknown[][]> {
  const path = join(tmpdir(), `${randomUUID()}.xlsx`)
  await writeFile(path, bytes)
  try {
    return (await readSheet(path)).map(({ cells }) => [...cells])
  } finally {
    await rm(path)
  }
}
async function exported(bizType: string, filters: object): Promise<{ total: number; rows: unknown[][] }> {
  const { total } = (await post('market1', '/export/scope', { bizType, filters })).data
  const { taskId } = (await post('market1', '/export/start', { bizType, filters })).data
  const filePath = await eventually(async () => {
    const { data } = (await t.as('market1').get('/export/progress', { taskId })).body
    expect(data.status).toBe(2)
    return data.filePath as string
  })
  return { total, rows: await cellsOf((await t.as('market1').get('/files/download', { filePath })).raw) }
}

it.each([
  ['workshopInfo', '/workshop/info'],
  ['landInfo', '/land/info'],
  ['workshopDemand', '/workshop/demand'],
  ['landDemand', '/land/demand'],
])('%s: the sheet contains the rows of the list under the same filter, with masked contacts', async (kind, base) => {
  for (const who of ['qy1', 'editor1'])
    expect((await post(who, '/export/start', { bizType: kind, filters: {} })).code, who).toBe('FORBIDDEN')
  expect((await post('market1', '/export/start', { bizType: kind, filters: { phone: '1' } })).success).toBe(false)
  const filters = { reviewState: '1' }
  const { total, rows } = await exported(kind, filters)
  const listed = (await t.as('market1').get(`${base}/list`, { ...filters, pageSize: 100 })).body.data
  expect([rows.length - 1, total]).toEqual([listed.total, listed.total])
  expect(
    rows
      .slice(1)
      .map(([title]) => title)
      .toSorted(),
  ).toEqual(listed.list.map((row: { title: string }) => row.title).toSorted())
  const once = await cellsOf((await t.as('market1').get('/market/export', { kind, ...filters })).raw)
  expect(once[0]).toEqual(rows[0])
  const items = await t.kernel.db
    .selectFrom('market_item')
    .select(['contact', 'phone'])
    .where('kind', '=', kind as 'landInfo')
    .execute()
  const text = JSON.stringify([rows, once])
  for (const { contact, phone } of items) {
    expect(text).not.toContain(openPii(t.kernel, phone))
    expect(text).not.toContain(openPii(t.kernel, contact))
  }
  expect(text).toMatch(/138\*{4}\d{4}/)
})
