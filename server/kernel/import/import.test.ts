import { beforeAll, describe, expect, it } from 'vitest'
import type { ImportState } from '../../../contract/imports.ts'
import { importTitles } from '../../../contract/policy/documents.ts'
import { eventually } from '../testing/eventually.ts'
import { testApp, type TestApp } from '../testing/harness.ts'
import { multipart, xlsx } from '../testing/samples.ts'

const CODE = '统一社会信用代码'
const NAME = '企业名称'
let t: TestApp
let policyId: number
let tableId: number
let qy1: { id: number; name: string; credit_code: string }

beforeAll(async () => {
  t = await testApp()
  policyId = (await t.as('qy1').get('/polHighTechConfig/findById', { id: 1 })).body.data.polId
  const companyId = (await t.as('qy1').get('/ent/company/info/queryCompanyIdByToken')).body.data
  qy1 = await t.kernel.db.selectFrom('company').select(['id', 'name', 'credit_code']).where('id', '=', companyId).executeTakeFirstOrThrow()
  const table = {
    tableName: '设备登记',
    businessType: 'all',
    fields: [
      { fieldName: '设备编号', fieldType: 'text', required: 1, keyFlag: 1 },
      { fieldName: '原值', fieldType: 'money', unit: '万元' },
      { fieldName: '购入日期', fieldType: 'date' },
      { fieldName: '是否数控', fieldType: 'boolean' },
    ],
  }
  tableId = (await t.as('front1').post('/api/entExpansionTable/saveOrUpdate', table)).body.data.id
  await t.as('front1').post('/api/entExpansionTable/changeState', { id: tableId, enableFlag: 1 })
})

type Cells = (string | number | boolean | null)[]
/** The sheets that staff fill in: address, sender, header and one good row of each. */
const sheets = {
  company: () => ({
    who: 'front1',
    url: '/company/info/import',
    fields: { source: '市场监管' },
    head: [NAME, CODE],
    row: (code: Cells[0]): Cells => ['云溪县北岸五金有限公司（示例）', code],
  }),
  whitelist: () => ({
    who: 'editor1',
    url: '/admin/policyCalculator/importEntWhitelist',
    fields: { policyId: String(policyId) },
    head: [NAME, CODE],
    row: (code: Cells[0]): Cells => ['云溪县北岸五金有限公司（示例）', code],
  }),
  allowance: () => ({
    who: 'front1',
    url: '/allowance/import',
    fields: {},
    head: [CODE, '项目名称', '年度', '金额（万元）', '政策标题', '拨付部门', '备注'],
    row: (code: Cells[0]): Cells => [code, '稳岗补贴', 2026, 3.5, null, null, null],
  }),
  tag: () => ({
    who: 'editor1',
    url: '/tag/info/import',
    fields: {},
    head: [CODE, NAME, '标签名称', '操作', '原因'],
    row: (code: Cells[0]): Cells => [code, null, '不存在的标签', null, null],
  }),
  expansion: () => ({
    who: 'front1',
    url: '/api/entExpansionTable/importExcel',
    fields: { id: String(tableId) },
    head: [NAME, CODE, '设备编号', '原值（万元）', '购入日期', '是否数控'],
    row: (code: Cells[0]): Cells => [null, code, 'M-1', null, null, null],
  }),
  policy: () => ({
    who: 'editor1',
    url: '/admin/policy/doc/import',
    fields: {},
    head: Object.values(importTitles),
    row: (title: Cells[0]): Cells => [title, null, '县经信局', '区县级', '资金补助', null, '说明', null, null, null],
  }),
}
type Kind = keyof typeof sheets
/** The sheets that name companies by their codes. */
const kinds = (Object.keys(sheets) as Kind[]).filter((kind) => kind !== 'policy')

async function send(kind: Kind, content: Buffer, more: Record<string, string> = {}): Promise<ImportState> {
  const { who, url, fields } = sheets[kind]()
  const answer = await t.as(who).send({ method: 'POST', url, ...multipart({ name: '名单.xlsx', content }, { ...fields, ...more }) })
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ success: true })
  let state = answer.body.data as ImportState
  await eventually(async () => {
    state = (await t.as(who).get('/import/progress', { taskId: state.taskId })).body.data
    expect(state.status).not.toBe(1)
  }, 18_000)
  return state
}
const rowsOf = (kind: Kind, ...rows: Cells[]) => xlsx([sheets[kind]().head, ...rows])

describe('窗口人员交来的表格', () => {
  it.each(kinds)('%s: a code stored as a number has lost digits and is refused; no other record is written', async (kind) => {
    const companies = () => t.kernel.db.selectFrom('company').select('id').execute()
    const before = (await companies()).length
    const state = await send(kind, await rowsOf(kind, sheets[kind]().row(Number('913399991234567890'))))
    expect(state).toMatchObject({ status: 2, successCount: 0, failCount: 1 })
    // The row may tell more, for example that there is no such tag.
    expect(state.errors[0]).toEqual({ row: 2, column: CODE, message: expect.stringContaining('请把该列设为文本格式') as string })
    expect(await companies()).toHaveLength(before)
  })
  // Seen red: Unrecognized key: "colour".
  it('an unknown field beside the file is refused at the field, in Chinese', async () => {
    const { who, url, fields, row } = sheets.whitelist()
    const file = { name: '名单.xlsx', content: await rowsOf('whitelist', row(qy1.credit_code)) }
    const { body } = await t.as(who).send({ method: 'POST', url, ...multipart(file, { ...fields, colour: 'red' }) })
    expect(body).toMatchObject({ code: 'INVALID', fields: [{ path: 'colour', message: '不支持的字段：colour' }] })
  })
  it.each(kinds)('%s: a sheet without a good row reports its faults; an unfilled sheet is reported as empty', async (kind) => {
    const state = await send(kind, await rowsOf(kind, sheets[kind]().row('123')))
    expect(state).toMatchObject({ status: 2, successCount: 0, failCount: 1 })
    expect(state.errors[0]).toMatchObject({ row: 2, column: CODE })
    expect(await send(kind, await rowsOf(kind))).toMatchObject({ status: 3, message: '表格中没有数据，请在表头下方填写后再导入' })
  })
  it('accepts a list as colleagues write it: heading, own numbers, width and case of characters, various days and amounts', async () => {
    const full = qy1.credit_code.toLowerCase().replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
    const paid = await send(
      'allowance',
      await xlsx([
        ['云溪县 2026 年稳岗补贴汇总表'],
        ['序号', CODE, '项目名称', '年 度', '金额 (万元)', '政策标题', '拨付部门', '备注'],
        [1, full, '汇总甲', '2026年', '1,234.5', null, null, null],
        [2, null, '　', null, null, null, null, null],
        [3, null, null, null, null, null, null, null],
        ['合计', null, null, null, null, null, null, null],
      ]),
    )
    expect(paid).toMatchObject({ status: 2, total: 1, addedCount: 1, failCount: 0 })
    const { list } = (await t.as('front1').get('/allowance/list', { projectName: '汇总甲' })).body.data
    expect(list).toMatchObject([{ year: 2026, amount: 1234.5, companyName: qy1.name }])

    const days = ['2026/6/30', '2026-6-30', '2026年6月30日', '2026.6.30', '２０２６－６－３０']
    const machines = await rowsOf(
      'expansion',
      ...days.map((day, n): Cells => [null, qy1.credit_code, `D-${n}`, '１，０００', day, n % 2 === 0]),
    )
    expect(await send('expansion', machines)).toMatchObject({ status: 2, addedCount: 5, failCount: 0 })
    const stored = await t.kernel.db.selectFrom('expansion_row').select('values').where('table_id', '=', tableId).execute()
    expect(stored.map(({ values }) => Object.values(values).slice(1))).toEqual(days.map((_, n) => [1000, '2026-06-30', n % 2 === 0]))
  })
  it('the example row of the template is not imported', async () => {
    const { raw } = await t.as('editor1').get('/files/downloadTemplate', { code: 'policy-import' })
    expect(await send('policy', raw)).toMatchObject({ status: 3, message: '表格中没有数据，请在表头下方填写后再导入' })
  })
  it('a sheet of another program, or a file that is no sheet, is refused with advice how to convert it', async () => {
    const refused = async (name: string, content: string) => {
      const { payload, headers } = multipart({ name, content: Buffer.from(content) })
      const { body } = await t.as('front1').send({ method: 'POST', url: '/allowance/import', payload, headers })
      expect(body).toMatchObject({ code: 'INVALID', fields: [{ path: 'file' }] })
      return body.msg
    }
    for (const name of ['名单.csv', '名单.ODS', '名单.et'])
      expect(await refused(name, '统一社会信用代码\n')).toMatch(/^请上传.xlsx、.xls类型的文件；.*“另存为 Excel 工作簿”/)
    for (const name of ['名单.xlsx', '名单.xls'])
      for (const content of ['统一社会信用代码,金额\n1,2\n', '<html><table><tr><td>统一社会信用代码</td></tr></table></html>'])
        expect(await refused(name, content)).toMatch(/^文件内容不是 Excel/)
    expect(await refused('名单.pdf', '%PDF-1.7')).toBe('请上传.xlsx、.xls类型的文件')
  })
})

describe('一行有几处错误', () => {
  const [own, other] = ['91339999MAEF12007U', '91339999MAEF99009W']
  const faultsOf = ({ errors }: ImportState, row: number) =>
    errors.filter((e) => e.row === row).map(({ column, message }) => [column, message])
  const named = (...pairs: [column: string, message: string][]) =>
    expect.arrayContaining(pairs.map(([column, message]) => [column, expect.stringContaining(message) as string])) as string[][]

  it('企业档案: a name that is not the company’s, beside a wrong number', async () => {
    const rows = [
      [NAME, CODE, '上年度营业（销售）收入（万元）'],
      ['别名有限公司', own, '很多'],
      [null, other, '很多'],
      ['北'.repeat(101), other, 5],
    ]
    const state = await send('company', await xlsx(rows), { source: '税务' })
    expect(faultsOf(state, 2)).toEqual(named([NAME, '与档案中的'], ['上年度营业（销售）收入（万元）', '']))
    expect(faultsOf(state, 3)).toEqual(named([NAME, '新建档案须填写企业名称'], ['上年度营业（销售）收入（万元）', '']))
    // A wrong name is no missing one.
    expect(faultsOf(state, 4).filter(([column]) => column === NAME)).toEqual([[NAME, '最多 100 个字']])
  })
  it('企业白名单: a repeated company, under another name', async () => {
    const state = await send('whitelist', await rowsOf('whitelist', [qy1.name, qy1.credit_code], ['别名有限公司', qy1.credit_code]))
    expect(faultsOf(state, 3)).toEqual(named([CODE, '与第 2 行重复'], [NAME, '与平台登记的']))
  })
  it('补贴: an unknown office beside a support that is registered under another name; and all of these beside a wrong sum', async () => {
    const [policy] = await t.kernel.db.selectFrom('policy').select('title').where('deleted', '=', false).orderBy('id').limit(1).execute()
    const registered = await send('allowance', await rowsOf('allowance', [qy1.credit_code, '两处一', 2027, 1, policy!.title, null, null]))
    expect(registered).toMatchObject({ addedCount: 1 })
    const state = await send(
      'allowance',
      await rowsOf(
        'allowance',
        [qy1.credit_code, '两处二', 2027, 1, policy!.title, '不存在的部门', null],
        [qy1.credit_code, '两处三', 2027, '很多', '不存在的政策', '不存在的部门', null],
      ),
    )
    expect(faultsOf(state, 2)).toEqual(named(['拨付部门', '没有这个部门'], ['项目名称', '同一支持已登记']))
    expect(faultsOf(state, 3)).toEqual(named(['金额（万元）', ''], ['政策标题', '没有这项政策'], ['拨付部门', '没有这个部门']))
  })
  it('补贴: the same support twice, more than a batch of rows apart, is told before anything is written', async () => {
    const rows = Array.from({ length: 502 }, (_, n): Cells => [
      qy1.credit_code,
      n === 501 ? '相隔 0' : `相隔${n}`,
      2028,
      1,
      null,
      null,
      null,
    ])
    const state = await send('allowance', await rowsOf('allowance', ...rows), { dryRun: 'true' })
    expect(state).toMatchObject({ total: 502, addedCount: 501, failCount: 1 })
    expect(faultsOf(state, 503)).toEqual(named(['项目名称', '与本文件的另一行']))
  })
  it('政策: dates in the wrong order beside an unknown level', async () => {
    const bad = sheets.policy().row('两处错误')
    bad[3] = '乡级'
    bad[sheets.policy().head.indexOf(importTitles.applyFrom)] = '2026-06-30'
    bad[sheets.policy().head.indexOf(importTitles.applyTo)] = '2026-03-01'
    const state = await send('policy', await rowsOf('policy', bad))
    expect(faultsOf(state, 2)).toEqual(named([importTitles.level, ''], [importTitles.applyTo, '截止日期不能早于开始日期']))
  })
  it('拓展表数据: another name, in a row that the company reported without consent; an unknown company beside a wrong day', async () => {
    const company = await t.kernel.db
      .insertInto('company')
      .values({ credit_code: other, name: '云溪县未授权企业（示例）' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await send('expansion', await rowsOf('expansion', [null, other, 'M-9', 1, null, null]))).toMatchObject({ addedCount: 1 })
    await t.kernel.db.updateTable('expansion_row').set({ source: '企业填报' }).where('company_id', '=', company.id).execute()
    const state = await send(
      'expansion',
      await rowsOf('expansion', ['别名有限公司', other, 'M-9', 2, null, null], [null, '91339999MAEF99002B', 'M-1', 1, '某日', null]),
    )
    expect(faultsOf(state, 2)).toEqual(named([NAME, '不一致'], ['', '企业未授权']))
    expect(faultsOf(state, 3)).toEqual(named(['购入日期', ''], [CODE, '企业不存在']))
  })
})
