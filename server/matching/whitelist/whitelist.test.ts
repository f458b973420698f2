import { sql } from 'kysely'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ImportState } from '../../../contract/imports.ts'
import { makeSheet } from '../../kernel/sheet/write.ts'
import { readSheet } from '../../kernel/sheet/read.ts'
import { eventually } from '../../kernel/testing/eventually.ts'
import { multipart } from '../../kernel/testing/samples.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
let policyId: number
let qy1: { name: string; credit_code: string }
beforeAll(async () => {
  t = await testApp()
  policyId = (await t.as('qy1').get('/polHighTechConfig/findById', { id: 1 })).body.data.polId
  const companyId = (await t.as('qy1').get('/ent/company/info/queryCompanyIdByToken')).body.data
  qy1 = await t.kernel.db.selectFrom('company').select(['name', 'credit_code']).where('id', '=', companyId).executeTakeFirstOrThrow()
})

const send = async (rows: string[][], fields: Record<string, string> = {}, who = 'editor1') => {
  const content = await makeSheet('名单', [['企业名称', '统一社会信用代码'], ...rows], [])
  return t.as(who).send({
    method: 'POST',
    url: '/admin/policyCalculator/importEntWhitelist',
    ...multipart({ name: '名单.xlsx', content }, { policyId: String(policyId), ...fields }),
  })
}
const imported = async (rows: string[][], fields: Record<string, string> = {}): Promise<ImportState> => {
  let state = (await send(rows, fields)).body.data as ImportState
  await eventually(async () => {
    state = (await t.as('editor1').get('/import/progress', { taskId: state.taskId })).body.data
    expect(state.status).not.toBe(1)
  })
  return state
}
const list = async () => (await t.as('leader1').get('/admin/policyCalculator/listEntWhitelist', { policyId })).body.data

describe('企业白名单', () => {
  it('is refused to companies and to staff who do not edit policies, and for an unknown policy', async () => {
    expect((await send([], {}, 'qy1')).body.code).toBe('FORBIDDEN')
    expect((await send([], {}, 'leader1')).body.code).toBe('FORBIDDEN')
    expect((await send([['甲', qy1.credit_code]], { policyId: '999999' })).body.code).toBe('NOT_FOUND')
    expect((await t.as('front1').get('/admin/policyCalculator/exportEntWhitelistTemplate')).body.code).toBe('FORBIDDEN')
  })
  it('has a template with the columns of the import', async () => {
    const { raw } = await t.as('editor1').get('/admin/policyCalculator/exportEntWhitelistTemplate')
    const path = join(t.database.target.dataDir, 'whitelist.xlsx')
    await writeFile(path, raw)
    expect((await readSheet(path))[0]!.cells).toEqual(['企业名称', '统一社会信用代码'])
  })
  it('names wrong codes and names, imports the correct rows once, and notifies the company', async () => {
    const rows = [
      [qy1.name, qy1.credit_code],
      ['别的名字', qy1.credit_code],
      ['未入驻企业', '91330521MA2B000002'],
      ['错码企业', '123'],
    ]
    const dry = await imported(rows, { dryRun: 'true' })
    expect(dry).toMatchObject({ addedCount: 2 })
    expect((await list()).total).toBe(0)
    const done = await imported(rows)
    expect(done).toMatchObject({ addedCount: 2, failCount: 2 })
    expect([...new Set(done.errors.map((e) => e.row))]).toEqual([3, 5])
    expect((await imported([[qy1.name, qy1.credit_code]])).sameCount).toBe(1)
    expect((await list()).list.map((r: { code: string; companyId: number | null }) => [r.code, r.companyId !== null]).sort()).toEqual(
      [
        ['91330521MA2B000002', false],
        [qy1.credit_code, true],
      ].sort(),
    )
    const told = await t.kernel.db.selectFrom('notice').select('title').where('title', 'like', '%企业名单').execute()
    expect(told).toHaveLength(1)
  })
  it('companies chosen one by one are added once and notified once; an unknown one refuses all (W013)', async () => {
    const add = (who: string, body: object) => t.as(who).post('/admin/policyCalculator/addEntWhitelist', { policyId, ...body })
    const c01 = (await t.as('qy1').get('/ent/company/info/queryCompanyIdByToken')).body.data as number
    const c02 = (await t.as('qy2').get('/ent/company/info/queryCompanyIdByToken')).body.data as number
    for (const who of ['qy1', 'leader1', 'front1']) expect((await add(who, { companyIds: [c02] })).body.code, who).toBe('FORBIDDEN')
    expect((await add('editor1', { companyIds: [] })).status).toBe(400)
    expect((await add('editor1', { policyId: 999_999, companyIds: [c02] })).body.code).toBe('NOT_FOUND')
    const before = (await list()).total
    expect((await add('editor1', { companyIds: [c02, 999_999] })).body.msg).toBe('部分企业不存在，请刷新后重试')
    expect((await list()).total).toBe(before)
    expect((await add('editor1', { companyIds: [c01, c02, c02] })).body.data).toEqual({ added: 1, already: 1 })
    expect((await add('editor1', { companyIds: [c02] })).body.data).toEqual({ added: 0, already: 1 })
    const told = async (who: string) =>
      (await t.as(who).get('/sys/notice/list', { kind: 'policy' })).body.data.list.filter((n: { title: string }) =>
        n.title.endsWith('的企业名单'),
      )
    expect(await told('qy2')).toHaveLength(1)
    expect(await told('qy1')).toHaveLength(1)
    const { rows } = await sql<{ detail: object }>`select detail from audit_log where action = 'whitelist.add' order by id`.execute(
      t.kernel.db,
    )
    expect(rows.map((r) => r.detail)).toMatchObject([{ added: 1 }, { added: 0 }])
    const { credit_code } = await t.kernel.db.selectFrom('company').select('credit_code').where('id', '=', c02).executeTakeFirstOrThrow()
    expect(await told('qy2')).toMatchObject([{ read: false }])
    await t.as('editor1').post('/admin/policyCalculator/deleteEntWhitelist', { policyId, codes: [credit_code] })
    expect(await told('qy2'), 'off the list again, there is nothing to look at').toMatchObject([{ read: true }])
  })
  it('the company sees at the policy whether it is listed; a policy without a list says nothing', async () => {
    const at = async (user: string, id: number) => (await t.as(user).get('/policy/doc/matchSituation', { policyId: id })).body.data.listed
    expect(await at('qy1', policyId)).toBe(true)
    expect(await at('qy2', policyId)).toBe(false)
    const other = (await t.as('qy1').get('/polHighTechConfig/findById', { id: 2 })).body.data.polId
    expect(await at('qy1', other)).toBeNull()
    const removed = await t.as('editor1').post('/admin/policyCalculator/deleteEntWhitelist', { policyId, codes: [qy1.credit_code] })
    expect(removed.body.data).toEqual({ removed: 1 })
    expect(await at('qy1', policyId)).toBe(false)
  })
})
