import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { resultsOf } from '../matching/index.ts'
import type { Portrait } from '../../contract/portrait.ts'

const clock = movableClock('2026-11-21T02:00:00Z')
let t: TestApp
let c01: number
let c02: number
beforeAll(async () => {
  t = await testApp({ clock })
  c01 = (await t.as('qy1').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
  c02 = (await t.as('qy2').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
})
const look = async (who: string, companyId: number) => (await t.as(who).get<Portrait>('/company/portrait/findById', { companyId })).body

describe('企业画像', () => {
  it('is for staff who read companies', async () => {
    for (const who of ['qy2', 'gr1', 'admin1']) expect((await look(who, c02)).code).toBe('FORBIDDEN')
    expect((await look('front1', 999_999)).code).toBe('NOT_FOUND')
  })

  it('shows finance by year, tags, verdicts of policies, declarations that the reader may see, and risks', async () => {
    const { data } = await look('leader1', c02)
    const facts = (await t.kernel.db.selectFrom('company_facts').select('facts').where('company_id', '=', c02).executeTakeFirstOrThrow())
      .facts
    expect(data.consent).toBe(true)
    expect(data.finance).toMatchObject({ names: ['2023 年', '2024 年', '2025 年'] })
    expect(data.finance!.series[0]).toEqual({
      name: '营业收入',
      values: [facts.revenueY3 ?? null, facts.revenueY2 ?? null, facts.revenueY1 ?? null],
    })
    expect(data.tags.map((w) => w.tagName)).toContain('重点挂钩企业')
    const { counts, list } = data.policies!
    expect(counts.match + counts.near + counts.unknown + counts.nomatch + counts.closed + counts.notYet).toBeGreaterThan(10)
    expect(list.every((p) => p.verdict === 'match' || p.verdict === 'near')).toBe(true)
    expect(data.risks).toEqual([])
    const declarations = data.records.find((r) => r.kind === 'declaration')!
    const reviewed = (await t.as('leader1').get('/dec/declare/list', { companyName: '鹿鸣', pageSize: 100 })).body.data.list
    expect(declarations.total).toBe(reviewed.length)
    const [newest] = declarations.rows
    const row = reviewed.find((d: { id: number }) => d.id === newest!.id)
    expect(newest!.cells).toEqual([row.declareNo, row.projectName, row.stateName, row.submitTime, row.approvedAmount])
    const editors = (await look('editor1', c02)).data.records.map((r: { kind: string }) => r.kind)
    expect(editors, 'questions about policies, and nothing of the company’s other business').toEqual(['consult'])
  })

  it('shows subsidies that the reader may see: the total paid, and each with its state', async () => {
    const mine = (await t.as('leader1').get('/allowance/list', { companyName: '鹿鸣', pageSize: 100 })).body.data
    const allowances = async (companyId: number, who = 'leader1') =>
      (await look(who, companyId)).data.records.find((r) => r.kind === 'allowance')
    const found = (await allowances(c02))!
    expect(found.total).toBe(mine.total)
    expect(mine.total).toBeGreaterThan(0)
    const paid = mine.list.filter((a: { state: number }) => a.state === 3).reduce((sum: number, a: { amount: number }) => sum + a.amount, 0)
    expect(found.sums).toEqual([{ label: '已拨付', amount: expect.closeTo(paid, 6) }])
    expect(found.rows.map((a) => a.id)).toEqual(mine.list.slice(0, 10).map((a: { id: number }) => a.id))
    for (const { cells } of found.rows) expect(cells).toHaveLength(found.columns.length)
    expect((await allowances(c01))!.rows.map((a) => a.id)).not.toContain(found.rows[0]!.id)
    expect(await allowances(c02, 'editor1')).toBe(undefined)
  })

  it('after consent is withdrawn nothing of the archive is shown: reverse question, results, tags, portrait, archive', async () => {
    const rule = { field: 'employees', op: 'gte', value: 0, label: '任何企业' }
    const policyId = (await look('leader1', c02)).data.policies!.list[0]!.policyId
    const reverse = async () => {
      const { data } = (await t.as('editor1').get('/admin/policyCalculator/matchedCompanies', { policyId, pageSize: 100 })).body
      return { ids: data.list.map((c: { id: number }) => c.id), companies: data.companies }
    }
    const before = await reverse()
    const tried = async () => (await t.as('editor1').post('/tag/info/trySmartTag', { rules: rule })).body.data.companies
    const triedBefore = await tried()
    await t.as('qy2').get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '01' })
    const { data } = await look('leader1', c02)
    expect(data).toMatchObject({ consent: false, finance: null, policies: null, risks: null })
    expect(data.tags.map((w) => w.source)).not.toContain('smart')
    expect(await resultsOf(t.kernel, c02)).toBeNull()
    const after = await reverse()
    expect(after.companies).toBe(before.companies - 1)
    expect(after.ids).not.toContain(c02)
    expect(await tried()).toBe(triedBefore - 1)
    expect((await t.as('front1').get('/dynamic/company/info/queryEntArchiveDetail', { companyId: c02 })).body.code).toBe('NO_CONSENT')
    expect(
      (await t.as('editor1').post('/admin/policyCalculator/tryRule', { rule: { conditions: rule, benefits: [] }, companyId: c02 })).body
        .code,
    ).toBe('NO_CONSENT')
    expect((await t.as('qy2').post('/corp/policyCalculator/calculate', { answers: {}, useArchive: true })).body.code).toBe('NO_CONSENT')
    await t.as('qy2').get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '02' })
    expect(await reverse()).toEqual(before)
    expect((await look('leader1', c02)).data.consent).toBe(true)
    expect((await look('leader1', c01)).data.consent).toBe(false)
    expect(await resultsOf(t.kernel, c01)).toBeNull()
  })

  it('each look at the archive is in the ledger of the company: when, which office, for what', async () => {
    const uses = async (who: string) => (await t.as(who).get('/ent/company/info/listArchiveUse')).body.data
    // The clock does not move, so records of earlier tests would count as the same sitting.
    await t.kernel.db.deleteFrom('archive_export').execute()
    const before = (await uses('qy2')).total
    await t.as('dept1').get('/dynamic/company/info/queryEntArchiveDetail', { companyId: c02 })
    await look('dept1', c02)
    const now = await uses('qy2')
    expect(now.total).toBe(before + 2)
    expect(now.list.slice(0, 2).map((u: { purpose: string; office: string }) => [u.office, u.purpose])).toEqual([
      ['县经济和信息化局', '查看企业画像'],
      ['县经济和信息化局', '查看企业档案'],
    ])
    expect(JSON.stringify(now)).not.toContain('江诚')
    await look('dept1', c01)
    expect((await uses('qy1')).total).toBe(0)
    expect((await t.as('front1').get('/ent/company/info/listArchiveUse')).body.code).toBe('FORBIDDEN')
  })

  it('so are reviews, trials of rules, reasons of tags, scores and exports; a sitting is one use, pages do not overlap', async () => {
    const uses = async (query = {}) => (await t.as('qy2').get('/ent/company/info/listArchiveUse', query)).body.data
    const before = (await uses()).total
    const newest = async () => {
      const { total, list } = await uses()
      return list.slice(0, total - before).map((u: { office: string; purpose: string }) => u.purpose)
    }
    const { list } = (await t.as('dept1').get('/dec/declare/list', { companyName: '鹿鸣' })).body.data
    for (const _ of [1, 2]) expect((await t.as('dept1').get('/dec/declare/findById', { id: list[0].id })).body.success).toBe(true)
    expect(await newest()).toEqual(['审核申报时核对企业档案'])

    const rule = { conditions: { field: 'employees', op: 'gte', value: 0, label: '任何企业' }, benefits: [] }
    const tried = await t.as('editor1').post('/admin/policyCalculator/tryRule', { rule, companyId: c02 })
    expect(tried.body.data.judgement).not.toBeNull()
    const smart = (await t.as('editor1').get('/tag/info/list', { smartFlag: 1 })).body.data.list[0]
    const reason = await t.as('editor1').get('/tag/info/explain', { companyId: c02, tagId: smart.id })
    expect(reason.body.data.explanation).not.toBeNull()
    expect((await t.as('front1').post('/polHighTechConfig/getFinanceDataByCompanyId', { companyId: c02 })).body.success).toBe(true)
    expect(await newest()).toEqual(['查看企业评分', '核对标签依据', '试算政策规则', '审核申报时核对企业档案'])

    const filters = { companyName: '云溪县' }
    const { taskId } = (
      await t.as('front1').post('/export/start', { bizType: 'companyArchive', filters, columns: ['companyName', 'revenueY1'] })
    ).body.data
    await eventually(async () => expect((await t.as('front1').get('/export/progress', { taskId })).body.data.status).toBe(2))
    expect((await newest())[0]).toBe('导出企业档案')
    // An export without facts, or of a company without consent, is no use of the archive.
    expect((await t.as('qy1').get('/ent/company/info/listArchiveUse')).body.data.total).toBe(0)

    const all = (await uses({ pageSize: 100 })).list
    const [first, second] = [(await uses({ pageSize: 3 })).list, (await uses({ page: 2, pageSize: 3 })).list]
    expect([...first, ...second]).toEqual(all.slice(0, 6))
  })

  it('so are the reverse question, once per sitting, and the export of an expansion table', async () => {
    const uses = async (who: string) => (await t.as(who).get('/ent/company/info/listArchiveUse')).body.data
    const { policyId, title } = (await look('leader1', c02)).data.policies!.list[0]!
    // Removes the records of the sitting of earlier tests.
    await t.kernel.db.deleteFrom('archive_export').execute()
    const [before, other] = [(await uses('qy2')).total, (await uses('qy1')).total]
    const newest = async () => {
      const { total, list } = await uses('qy2')
      return list.slice(0, total - before).map((u: { purpose: string }) => u.purpose)
    }
    for (const pageSize of [100, 99]) await t.as('editor1').get('/admin/policyCalculator/matchedCompanies', { policyId, pageSize })
    expect(await newest()).toEqual([`按政策“${title}”反查企业`])

    const api = '/api/entExpansionTable'
    const fields = [{ fieldName: '设备编号', fieldType: 'text' }]
    const table = { tableName: '反查设备', businessType: 'all', multiRow: 1, fields }
    const { id } = (await t.as('front1').post(`${api}/saveOrUpdate`, table)).body.data
    await t.as('front1').form(`${api}/changeTableEnableFlag`, { id: String(id), enableFlag: '1' })
    const { fieldKey } = (await t.as('front1').get(`${api}/findById`, { id })).body.data.fields[0]
    for (const no of ['A-1', 'A-2']) {
      const row = { tableId: id, companyId: c02, values: { [fieldKey]: no }, reason: '现场核对' }
      expect((await t.as('front1').post('/dynamic/company/info/saveEntArchiveOtherDetail', row)).body.success).toBe(true)
    }
    const { taskId } = (await t.as('front1').post('/export/start', { bizType: 'expansion', filters: { tableId: id } })).body.data
    await eventually(async () => expect((await t.as('front1').get('/export/progress', { taskId })).body.data.status).toBe(2))
    expect((await newest()).filter((p: string) => p.startsWith('导出'))).toEqual(['导出拓展表“反查设备”'])
    expect((await uses('qy1')).total).toBe(other)
  })
})
