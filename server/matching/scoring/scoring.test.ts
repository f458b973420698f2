import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ScoreSheet } from '../../../contract/matching/hightech.ts'
import { scoreLook } from '../../../contract/matching/score-status.ts'
import { runRecurring } from '../../kernel/jobs/jobs.ts'
import { readSheet } from '../../kernel/sheet/read.ts'
import { auditTrail } from '../../kernel/testing/audit-trail.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'

let t: TestApp
let hnte: number
let qy1Company: number
let qy2Company: number
beforeAll(async () => {
  t = await testApp()
  hnte = (await t.as('qy1').get('/polHighTechConfig/findById', { id: 1 })).body.data.polId
  qy1Company = (await t.as('qy1').get('/ent/company/info/queryCompanyIdByToken')).body.data
  qy2Company = (await t.as('qy2').get('/ent/company/info/queryCompanyIdByToken')).body.data
  await t.as('qy1').get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '02' })
})

const sheet = async (user = 'qy1', more: object = {}): Promise<ScoreSheet> =>
  (await t.as(user).get('/polHighTechConfig/getQuestionList', { policyId: hnte, ...more })).body.data
const answer = (questionResults: { field: string; value: unknown }[], more: object = {}) =>
  t.as('qy1').post('/polHighTechConfig/saveQuestionResult', { policyId: hnte, questionResults, ...more })
const addDetails = (tableId: string, rows: object[], user = 'qy1') =>
  t.as(user).post('/polHighTechConfig/saveEntArchiveOtherDetail', { tableId, rows })
const patent = { name: '一种夹具', kind: 'invention', number: 'ZL202410000001.1', grantedOn: '2025-03-01', way: 'selfDeveloped' }
const saved = async () =>
  (await t.kernel.db.selectFrom('company_facts').select('facts').where('company_id', '=', qy1Company).executeTakeFirstOrThrow()).facts

describe('评分：拒绝', () => {
  it('refuses visitors, individuals, staff without company:read, unknown tables and policies', async () => {
    expect((await t.as(null).get('/polHighTechConfig/getQuestionList', { policyId: hnte })).status).toBe(401)
    expect((await t.as('gr1').get('/polHighTechConfig/getQuestionList', { policyId: hnte })).body.code).toBe('FORBIDDEN')
    expect((await t.as('admin1').get('/polHighTechConfig/getQuestionList', { policyId: hnte, companyId: qy1Company })).body.code).toBe(
      'FORBIDDEN',
    )
    expect((await t.as('qy1').get('/polHighTechConfig/findById', { id: 9 })).body.code).toBe('NOT_FOUND')
    expect((await t.as('qy1').get('/polHighTechConfig/getQuestionList', { policyId: 999_999 })).body.code).toBe('NOT_FOUND')
    expect((await t.as('qy1').post('/polHighTechResult/pageResult', { id: 1 })).body.code).toBe('FORBIDDEN')
    expect((await t.as('dept1').post('/polHighTechResult/resultDataExport', { id: 1 })).body.code).toBe('FORBIDDEN')
  })
  it('shows no other company, and none without consent', async () => {
    expect((await t.as('qy1').get('/polHighTechConfig/getQuestionList', { policyId: hnte, companyId: qy2Company })).body.code).toBe(
      'NOT_FOUND',
    )
    await t.as('qy2').get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '01' })
    expect((await t.as('qy2').get('/polHighTechConfig/getQuestionList', { policyId: hnte })).body.code).toBe('NO_CONSENT')
    expect((await t.as('editor1').get('/polHighTechConfig/getQuestionList', { policyId: hnte, companyId: qy2Company })).body.code).toBe(
      'NO_CONSENT',
    )
  })
  it('names an answer that is not of this table, of the wrong type, or given twice; nothing is saved', async () => {
    const before = await saved()
    expect((await answer([{ field: 'exhibitionFee', value: 1 }])).body).toMatchObject({
      code: 'INVALID',
      fields: [{ path: 'questionResults.0.field' }],
    })
    expect(
      (
        await answer([
          { field: 'coreSupport', value: 'strong' },
          { field: 'ipType2', value: 'many' },
        ])
      ).body,
    ).toMatchObject({
      code: 'INVALID',
      fields: [{ path: 'questionResults.1.value' }],
    })
    expect(
      (
        await answer([
          { field: 'coreSupport', value: 'strong' },
          { field: 'coreSupport', value: 'weaker' },
        ])
      ).body.code,
    ).toBe('INVALID')
    expect(await saved()).toEqual(before)
  })
  it('names row and column of a wrong evidence row and of a wrong figure', async () => {
    const { body } = await addDetails('ip', [patent, { ...patent, kind: 'idea', grantedOn: '2025-02-30' }])
    expect(body.fields).toEqual([
      { path: 'rows.1.kind', message: '第 2 行：类别请从选项中选择' },
      { path: 'rows.1.grantedOn', message: '第 2 行：授权日期格式应为 YYYY-MM-DD' },
    ])
    expect((await addDetails('ip', [{ ...patent, price: '1' }])).body.fields).toMatchObject([{ path: 'rows.0.price' }])
    expect((await addDetails('staff', [patent])).body.code).toBe('INVALID')
    const rows = [{ year: 1999, revenue: 1 }]
    expect((await t.as('qy1').post('/polHighTechConfig/saveCompanyFinanceVO', { rows })).body.fields).toMatchObject([
      { path: 'rows.0.year' },
    ])
  })
  it('lets nobody change or delete rows of another company', async () => {
    await t.as('qy2').get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '02' })
    await addDetails('ip', [patent], 'qy2')
    const { id } = await t.kernel.db.selectFrom('score_detail').select('id').where('company_id', '=', qy2Company).executeTakeFirstOrThrow()
    expect((await addDetails('ip', [{ ...patent, id, name: '改名' }])).body.code).toBe('NOT_FOUND')
    expect((await t.as('qy1').post('/polHighTechConfig/deleteEntArchiveOtherDetail', { ids: [id] })).body.code).toBe('NOT_FOUND')
    expect((await answer([], { otherDetailDeletions: [id] })).body.code).toBe('NOT_FOUND')
  })
})

describe('企业给自己评分', () => {
  it('shows the questions with scale, points and values of the archive, and the result of the calculator', async () => {
    const s = await sheet()
    expect(s).toMatchObject({ configId: 1, policyId: hnte, full: 100, passLine: '综合得分70分以上（不含70分）' })
    expect(s.questions.map((q) => q.id)).toContain('ip.techAdvancement')
    expect(s.questions.find((q) => q.id === 'ip.coreSupport')!.scale[0]).toEqual({ label: '强', points: '7～8 分' })
    const { companyInfo } = (await t.as('qy1').post('/imitate/match/log/queryCompanyInfoImitate')).body.data
    const { body } = await t.as(null).post('/corp/policyCalculator/score', { scheme: 'hnte-score', answers: companyInfo })
    expect(body.data).toMatchObject({ scoreMin: s.scoreMin, scoreMax: s.scoreMax, status: s.status })
  })
  it('saves answers in the archive and returns the new result, which the staff list shows at once', async () => {
    const strong = [
      { field: 'techAdvancement', value: 'high' },
      { field: 'coreSupport', value: 'strong' },
      { field: 'orgRdSystem', value: 'full' },
    ]
    const { body } = await answer(strong)
    expect(body.success).toBe(true)
    expect(await saved()).toMatchObject({ techAdvancement: 'high', orgRdSystem: 'full' })
    expect(await sheet()).toMatchObject({ status: body.data.status, scoreMin: body.data.scoreMin })
    const { list } = (await t.as('editor1').post('/polHighTechResult/pageResult', { id: 1, companyName: '' })).body.data
    expect(list.find((r: { companyId: number }) => r.companyId === qy1Company)).toMatchObject({
      status: body.data.status,
      score: body.data.scoreMin,
    })
    expect(await auditTrail(t.kernel, 'score.answers.save')).toHaveLength(1)
  })
  it('counts evidence rows, refuses a typed number in their place, and asks again when they are deleted', async () => {
    expect((await addDetails('ip', [patent, { ...patent, kind: 'software', number: '2024SR0001', way: 'transfer' }])).body.success).toBe(
      true,
    )
    expect(await saved()).toMatchObject({ ipType1: 1, ipType1SelfDev: 1, ipType2: 1, ipAcquisition: 'selfDeveloped' })
    expect((await answer([{ field: 'ipType1', value: 9 }])).body).toMatchObject({
      code: 'INVALID',
      fields: [{ path: 'questionResults.0.value' }],
    })
    const count = (await sheet()).questions.find((q) => q.id === 'ip.ipCount')!
    expect(count).toMatchObject({
      type: 'table',
      points: { min: 7, max: 8 },
      inputs: [{ key: 'ipType1', editable: false }, { key: 'ipType2' }],
    })
    const [first, second] = count.table!.rows
    await addDetails('ip', [{ ...first!, kind: 'design' }])
    expect(await saved()).toMatchObject({ ipType1: 0, ipType2: 2 })
    expect((await answer([], { otherDetailDeletions: [first!.id, second!.id] })).body.success).toBe(true)
    expect(await saved()).not.toHaveProperty('ipType1')
    expect((await sheet()).questions.find((q) => q.id === 'ip.ipCount')!.reason).toBe('待补充')
  })
  it('rows are deleted by the company itself, all or none; what they counted is counted anew', async () => {
    await addDetails('ip', [patent, { ...patent, number: 'ZL202410000002.1', way: 'transfer' }])
    await addDetails('conversion', [{ name: '成果', year: '2024', form: 'product' }])
    const remove = async (who: string | null, ids: unknown[], more: object = {}) =>
      (await t.as(who).post('/polHighTechConfig/deleteEntArchiveOtherDetail', { ids, ...more })).body
    const rows = async () =>
      (await t.kernel.db.selectFrom('score_detail').select('id').where('company_id', '=', qy1Company).orderBy('id').execute()).map(
        ({ id }) => id,
      )
    const [bought, conversion] = (await rows()).slice(1) as [number, number]
    expect(await saved()).toMatchObject({ ipType1: 2, ipType1SelfDev: 1 })
    expect((await remove(null, [bought])).code).toBe('UNAUTHENTICATED')
    for (const who of ['gr1', 'editor1']) expect((await remove(who, [bought])).code, who).toBe('FORBIDDEN')
    expect((await remove('qy2', [bought])).code).toBe('NOT_FOUND')
    expect((await remove('qy1', [bought], { companyId: qy2Company })).code).toBe('NOT_FOUND')
    expect((await remove('qy1', [bought, 999_999])).code).toBe('NOT_FOUND')
    expect((await remove('qy1', [])).success).toBe(false)
    expect((await rows()).length, 'nothing of a refused deletion').toBe(3)

    expect((await remove('qy1', [bought])).data).toBe(true)
    expect(await saved()).toMatchObject({
      ipType1: 1,
      ipType1SelfDev: 1,
      ipAcquisition: 'selfDeveloped',
      achievements3y: expect.any(Number),
    })
    const count = (await sheet()).questions.find((q) => q.id === 'ip.ipCount')!
    expect(count.table!.rows.map((row) => row.number)).toEqual([patent.number])
    // The last row of each table: its counts become open questions again, those of the other table stay.
    expect((await remove('qy1', [conversion])).data).toBe(true)
    expect(await saved()).not.toHaveProperty('achievements3y')
    expect(await saved()).toMatchObject({ ipType1: 1 })
    expect((await remove('qy1', await rows())).data).toBe(true)
    expect(await saved()).not.toHaveProperty('ipType1')
    expect((await sheet()).questions.find((q) => q.id === 'ip.ipCount')!.reason).toBe('待补充')
  })
  it('counts only results transformed in the last three full years', async () => {
    const year = new Date(t.kernel.clock.now().getTime() + 8 * 3600_000).getUTCFullYear()
    const row = (y: number) => ({ name: '成果', year: String(y), form: 'product' })
    await addDetails('conversion', [row(year), row(year - 1), row(year - 3), row(year - 4)])
    expect(await saved()).toMatchObject({ achievements3y: 2 })
  })
  it('reads and saves three years of finance, and refuses a figure that is asked for one year only', async () => {
    const { data } = (await t.as('qy1').post('/polHighTechConfig/getFinanceDataByCompanyId', {})).body
    expect(data).toHaveLength(3)
    const [last, before] = data as { year: number }[]
    const post = (rows: object[]) => t.as('qy1').post('/polHighTechConfig/saveCompanyFinanceVO', { rows })
    expect((await post([{ year: before!.year, totalAssets: 5 }])).body.fields).toMatchObject([{ path: 'rows.0.totalAssets' }])
    expect(
      (
        await post([
          { year: last!.year, revenue: 4200.5, staffCount: 88 },
          { year: before!.year, revenue: 3000 },
        ])
      ).body.success,
    ).toBe(true)
    expect(await saved()).toMatchObject({ revenueY1: 4200.5, revenueY2: 3000, employees: 88 })
  })
  it('M026 M027 M028 M029 M030 M031: shows the texts of the score as specified', () => {
    expect(scoreLook('预计达到评分要求')).toEqual({ text: '预估可达到', style: 'status1' })
    expect(scoreLook('预估可达到')?.text).toBe('预估可达到')
    expect(scoreLook('达到评分要求')).toEqual({ text: '已达到', style: 'status2' })
    expect(scoreLook('综合得分已达到')).toEqual({ text: '已达到', style: 'status2' })
    expect(scoreLook('未达到评分要求')).toEqual({ text: '未达到', style: 'status3' })
    expect(scoreLook('基本达到评分要求')).toBeNull()
  })
})

describe('工作人员看评分结果', () => {
  it('lists companies with consent, best first, filtered by result and name', async () => {
    await runRecurring(t.kernel, 'score.refresh')
    const headers = (await t.as('editor1').get('/polHighTechResult/findHeaderList', { id: 1 })).body.data
    expect(headers.map((h: { prop: string }) => h.prop)).toEqual(
      expect.arrayContaining(['companyName', 'status', 'group_ip', 'group_growth']),
    )
    const { total, list } = (await t.as('editor1').post('/polHighTechResult/pageResult', { id: 1, pageSize: 50 })).body.data
    expect(total).toBe(list.length)
    expect(list.map((r: { score: number }) => r.score)).toEqual(
      list.map((r: { score: number }) => r.score).toSorted((a: number, b: number) => b - a),
    )
    for (const header of headers) expect(list[0]).toHaveProperty(header.prop)
    const failed = (await t.as('editor1').post('/polHighTechResult/pageResult', { id: 1, status: '未达到' })).body.data.list
    for (const row of failed) expect(row.status).toBe('未达到')
  })
  it('removes a company as soon as it withdraws its consent', async () => {
    const has = async () =>
      (await t.as('editor1').post('/polHighTechResult/pageResult', { id: 1, pageSize: 100 })).body.data.list.some(
        (r: { companyId: number }) => r.companyId === qy2Company,
      )
    expect(await has()).toBe(true)
    await t.as('qy2').get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '01' })
    expect(await has()).toBe(false)
    await runRecurring(t.kernel, 'score.refresh')
    expect(await t.kernel.db.selectFrom('score_result').select('scheme').where('company_id', '=', qy2Company).execute()).toEqual([])
  })
  it('exports the same rows as a sheet, with an audit row', async () => {
    const answer = await t.as('editor1').post('/polHighTechResult/resultDataExport', { id: 1 })
    const path = join(t.database.target.dataDir, 'result.xlsx')
    await writeFile(path, answer.raw)
    const rows = await readSheet(path)
    const { total } = (await t.as('editor1').post('/polHighTechResult/pageResult', { id: 1 })).body.data
    expect(rows[0]!.cells[0]).toBe('企业名称')
    expect(rows).toHaveLength(total + 1)
    expect(await auditTrail(t.kernel, 'score.export')).toHaveLength(1)
  })
})
