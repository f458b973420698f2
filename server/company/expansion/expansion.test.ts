import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ArchiveTable, ExpansionTable } from '../../../contract/company/expansion.ts'
import type { ImportState } from '../../../contract/imports.ts'
import { movableClock } from '../../kernel/clock.ts'
import { rotatePii } from '../../kernel/access/pii-rotation.ts'
import { readSheet } from '../../kernel/sheet/read.ts'
import { eventually } from '../../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { multipart, xlsx } from '../../kernel/testing/samples.ts'
import { zip } from '../../kernel/testing/zip.ts'

const api = '/api/entExpansionTable'
const detail = '/dynamic/company/info'
let t: TestApp
let c01: number
let c02: number
/** 生产设备: many rows per company, key 设备编号 */
let machines: ExpansionTable
const key = (name: string, table = machines) => table.fields.find((f) => f.fieldName === name)!.fieldKey

beforeAll(async () => {
  t = await testApp({ clock: movableClock('2026-11-21T02:00:00Z'), env: { IMPORT_ROWS: 'expansion=30' } })
  c01 = (await t.as('qy1').get('/ent/company/info/queryCompanyIdByToken')).body.data
  c02 = (await t.as('qy2').get('/ent/company/info/queryCompanyIdByToken')).body.data
})

const choices = [
  { label: '在用', value: 'on' },
  { label: '停用', value: 'off' },
]
const draft = {
  tableName: '生产设备登记',
  businessType: 'all',
  fields: [
    { fieldName: '设备编号', fieldType: 'text', required: 1, keyFlag: 1, maxLength: 20 },
    { fieldName: '原值', fieldType: 'money', min: 0, unit: '万元' },
    { fieldName: '购入日期', fieldType: 'date' },
    { fieldName: '状态', fieldType: 'select', options: choices },
    { fieldName: '责任人', fieldType: 'text', personalFlag: 1 },
    { fieldName: '责任人电话', fieldType: 'phone' },
    { fieldName: '是否数控', fieldType: 'boolean' },
  ],
}
const tableOf = async (id: number) => (await t.as('front1').get<ExpansionTable>(`${api}/findById`, { id })).body.data
const archiveTable = async (who: string, companyId?: number) =>
  ((await t.as(who).get(`${detail}/queryEntArchiveDetail`, { companyId })).body.data?.tables as ArchiveTable[] | undefined)?.find(
    (one) => one.table.id === machines.id,
  )
const saveRow = (who: string, values: Record<string, unknown>, more: object = {}) =>
  t.as(who).post(`${detail}/saveEntArchiveOtherDetail`, { tableId: machines.id, values, ...more })

describe('拓展表定义', () => {
  it('is refused to companies and to staff without the right', async () => {
    expect((await t.as('qy1').post(`${api}/saveOrUpdate`, draft)).body.code).toBe('FORBIDDEN')
    expect((await t.as('editor1').post(`${api}/saveOrUpdate`, draft)).body.code).toBe('FORBIDDEN')
    expect((await t.as('leader1').get(`${api}/list`)).body.code).toBe('FORBIDDEN')
    expect((await t.as('gr1').get(`${api}/findEnableTableList`)).body.data).toEqual(expect.any(Array))
  })

  it('refuses invalid fields, each at its path', async () => {
    const fields = [
      { fieldName: '甲', fieldType: 'text' },
      { fieldName: '甲', fieldType: 'select' },
      { fieldName: '统一社会信用代码', fieldType: 'file', keyFlag: 1 },
      { fieldName: '乙', fieldType: 'number', min: 5, max: 1 },
      { fieldName: '丙', fieldType: 'number', personalFlag: 1 },
      { fieldName: '丁', fieldType: 'select', dictTypeCode: 'nothing' },
    ]
    const wrong = (await t.as('front1').post(`${api}/saveOrUpdate`, { ...draft, fields })).body
    expect(wrong.fields!.map((f) => f.path)).toEqual([
      'fields.1.fieldName',
      'fields.1.options',
      'fields.2.fieldName',
      'fields.2.keyFlag',
      'fields.2.required',
      'fields.3.max',
      'fields.4.personalFlag',
    ])
    const dictionary = await t.as('front1').post(`${api}/saveOrUpdate`, { ...draft, fields: [fields[5]] })
    expect(dictionary.body.fields).toEqual([{ path: 'fields.0.dictTypeCode', message: '字典不存在' }])
    expect((await t.as('front1').get(`${api}/list`, { tableName: draft.tableName })).body.data.total).toBe(0)
  })

  it('adds a table with its fields, and refuses its name a second time', async () => {
    const { id, version } = (await t.as('front1').post(`${api}/saveOrUpdate`, draft)).body.data
    machines = await tableOf(id)
    expect(version).toBe(1)
    expect(machines).toMatchObject({ tableName: '生产设备登记', businessTypeName: '全部类型', multiRow: 1, enableFlag: 1 })
    expect(machines.fields.map((f) => f.fieldKey)).toEqual(['f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7'])
    expect(machines.fields[5]).toMatchObject({ personalFlag: 1 })
    expect((await t.as('front1').post(`${api}/saveOrUpdate`, draft)).body.fields).toEqual([{ path: 'tableName', message: '已有同名的表' }])
  })

  it('orders the visible rows of a page or filter among themselves; others keep their place', async () => {
    const list = async () => (await t.as('front1').get(`${api}/list`)).body.data.list as { id: number; tableName: string }[]
    const made: number[] = []
    for (const tableName of ['排序甲', '排序乙', '排序丙', '排序丁'])
      made.push((await t.as('front1').post(`${api}/saveOrUpdate`, { tableName, businessType: 'all', fields: [] })).body.data.id)
    const order = (tables: object[]) => t.as('front1').post(`${api}/updateOrderData`, { tables })
    const whole = (await list()).map((one) => one.id)
    expect((await order(whole.map((id, at) => ({ id, order: at })))).body.data).toBe(true)
    expect((await list()).map((one) => one.id)).toEqual(whole)
    const [first, second, third, fourth] = made as [number, number, number, number]
    // The list shows only 甲 and 丙, and 丙 moves up.
    await order([
      { id: third, order: 0 },
      { id: first, order: 1 },
    ])
    expect((await list()).map((one) => one.id)).toEqual([...whole.slice(0, -4), third, second, first, fourth])
    expect((await order([{ id: 999_999, order: 0 }])).body.code).toBe('NOT_FOUND')
    expect(
      (
        await order([
          { id: first, order: 0 },
          { id: first, order: 1 },
        ])
      ).body.data,
    ).toBe(true)
    expect((await list()).map((one) => one.id)).toEqual([...whole.slice(0, -4), third, second, first, fourth])
    await t.kernel.db.deleteFrom('expansion_table').where('id', 'in', made).execute()
  })

  it('lists types and options', async () => {
    expect((await t.as('qy1').post(`${api}/getBusinessTypeList`)).body.data).toContainEqual({ label: '工业', value: 'industry' })
    expect((await t.as('qy1').post('/api/entExpansionTableField/getFieldTypeList')).body.data).toContainEqual({
      label: '金额（万元）',
      value: 'money',
    })
    const select = (await t.as('editor1').get(`${api}/getTableFieldToSelect`, { tableId: machines.id })).body.data
    expect(select[0].children[0]).toMatchObject({ label: '设备编号' })
    expect((await t.as('editor1').get('/api/entExpansionTableField/findById', { id: machines.fields[1]!.id })).body.data).toMatchObject({
      fieldName: '原值',
      min: 0,
    })
  })

  it('shows a table to the companies of its kind of business', async () => {
    const { data } = (
      await t.as('front1').post(`${api}/saveOrUpdate`, {
        tableName: '客房登记',
        businessType: 'hospitality',
        multiRow: 0,
        fields: [{ fieldName: '房间数', fieldType: 'integer' }],
      })
    ).body
    const names = async () => (await t.as('qy1').get<ExpansionTable[]>(`${api}/findEnableTableList`)).body.data.map((one) => one.tableName)
    expect(await names()).not.toContain('客房登记')
    expect((await t.as('qy1').post(`${detail}/judgeBusinessType`)).body.data).toMatchObject({
      businessType: null,
      suggested: 'industry',
      ok: false,
    })
    expect((await t.as('qy1').post(`${detail}/updateBusinessType`, { businessType: 'hospitality' })).body.data).toBe(true)
    expect(await names()).toContain('客房登记')
    expect((await t.as('qy1').post(`${detail}/judgeBusinessType`)).body.data).toMatchObject({ ok: false, suggestedName: '工业' })
    const value = (body: object) => t.as('qy1').post('/ent/company/info/saveFieldValue', body)
    const [rooms] = (await tableOf(data.id)).fields
    expect((await value({ fieldId: rooms!.id, value: 1.5 })).body.fields).toEqual([{ path: 'value', message: '应为整数' }])
    expect((await value({ fieldId: rooms!.id, value: 40, companyId: c02 })).body.code).toBe('NOT_FOUND')
    expect((await value({ fieldId: rooms!.id, value: 40 })).body.data).toBe(true)
    expect((await value({ fieldId: rooms!.id, value: 42 })).body.data).toBe(true)
    const stored = await t.kernel.db.selectFrom('expansion_row').select(['values', 'version']).where('table_id', '=', data.id).execute()
    expect(stored).toEqual([{ values: { f1: 42 }, version: 2 }])
    await t.as('qy1').post(`${detail}/updateBusinessType`, { businessType: 'industry' })
    expect((await t.as('qy2').post(`${detail}/updateBusinessType`, { businessType: 'industry', companyId: c01 })).body.code).toBe(
      'NOT_FOUND',
    )
    expect((await t.as('editor1').post(`${detail}/updateBusinessType`, { businessType: 'industry', companyId: c01 })).body.code).toBe(
      'FORBIDDEN',
    )
  })
})

describe('拓展表数据', () => {
  it('refuses wrong values at their path and saves nothing', async () => {
    const wrong = await saveRow('qy2', {
      [key('原值')]: -1,
      [key('购入日期')]: '2026-02-30',
      [key('状态')]: 'broken',
      [key('责任人电话')]: '12',
      nothing: 1,
    })
    expect(Object.fromEntries(wrong.body.fields!.map((f) => [f.path, f.message]))).toEqual({
      'values.nothing': '不支持的字段：nothing',
      [`values.${key('设备编号')}`]: '请填写设备编号',
      [`values.${key('原值')}`]: '不能小于 0',
      [`values.${key('购入日期')}`]: '日期格式应为 YYYY-MM-DD',
      [`values.${key('状态')}`]: '请从选项中选择',
      [`values.${key('责任人电话')}`]: '手机号格式错误',
    })
    expect((await archiveTable('qy2'))!.total).toBe(0)
  })

  it('the company sees its rows in clear, staff with consent masked, others none; the database contains no person', async () => {
    const values = {
      [key('设备编号')]: 'A-1',
      [key('原值')]: 120.5,
      [key('状态')]: 'on',
      [key('责任人')]: '欧阳若',
      [key('责任人电话')]: '（+86）154-3000-1111',
    }
    expect((await saveRow('qy2', values)).body.data).toEqual({ id: expect.any(Number), version: 1 })
    expect((await saveRow('qy2', { [key('设备编号')]: 'A-1' })).body.fields).toEqual([
      { path: `values.${key('设备编号')}`, message: '已有相同设备编号的一行' },
    ])
    const [own] = (await archiveTable('qy2'))!.rows
    expect(own).toMatchObject({
      values: { ...values, f6: '15430001111' },
      source: '企业填报',
      editable: true,
      origins: { f2: { source: '企业填报', asOf: '2026-11-21' } },
    })
    const [seen] = (await archiveTable('front1', c02))!.rows
    expect(seen!.values).toMatchObject({ f5: '欧**', f6: '154****1111', f2: 120.5 })
    expect((await t.as('leader1').get(`${api}/dataList`, { tableId: machines.id })).body.code).toBe('FORBIDDEN')
    const text = JSON.stringify(await t.kernel.db.selectFrom('expansion_row').select('values').execute())
    expect(text).not.toMatch(/欧阳若|15430001111/)
    expect(await rotatePii(t.kernel)).toBe(0)
  })

  it('shows a masked value in clear with a reason, which is recorded', async () => {
    const [row] = (await archiveTable('front1', c02))!.rows
    const reveal = (who: string, reason: string, fieldKey = 'f6') =>
      t.as(who).post(`${detail}/revealOtherDetail`, { id: row!.id, fieldKey, reason })
    expect((await reveal('qy1', '想看')).body.code).toBe('FORBIDDEN')
    expect((await reveal('front1', ' ')).body.code).toBe('INVALID')
    expect((await reveal('front1', '核实设备', 'f2')).body.code).toBe('NOT_FOUND')
    expect((await reveal('front1', '核实设备')).body.data).toEqual({ value: '15430001111' })
    const log = await t.kernel.db.selectFrom('audit_log').select('detail').where('action', '=', 'company.pii.reveal').execute()
    expect(log).toEqual([{ detail: { row: row!.id, field: 'f6', reason: '核实设备' } }])
  })

  it('rows after the first hundred are reached by pages, by the company and by staff with its consent', async () => {
    const rowsOf = (who: string, more: object = {}) =>
      t.as(who).get(`${detail}/queryEntArchiveOtherDetail`, { tableId: machines.id, pageSize: 1, ...more })
    expect((await rowsOf('gr1', { companyId: c02 })).body.code).toBe('FORBIDDEN')
    expect((await rowsOf('admin1', { companyId: c02 })).body.code).toBe('FORBIDDEN')
    expect((await rowsOf('qy1', { companyId: c02 })).body.code).toBe('NOT_FOUND')
    expect((await rowsOf('qy2', { tableId: 999_999 })).body.code).toBe('NOT_FOUND')
    const own = (await archiveTable('qy2'))!
    const read: number[] = []
    for (let page = 1; page <= own.total; page++) {
      const { body } = await rowsOf('qy2', { page })
      expect(body.data.total).toBe(own.total)
      read.push(...body.data.list.map((r: { id: number }) => r.id))
    }
    expect(read).toEqual(own.rows.map((r) => r.id))
    const staff = (await rowsOf('front1', { companyId: c02 })).body.data.list[0]
    expect(staff.values).toEqual((await archiveTable('front1', c02))!.rows[0]!.values)
    expect(staff.values).not.toEqual(own.rows[0]!.values)
  })

  it('a row of another company is absent; a stale version is refused; a deleted row is gone', async () => {
    const [row] = (await archiveTable('qy2'))!.rows
    const remove = (who: string, version: number) => t.as(who).post(`${detail}/deleteOtherDetail`, { id: row!.id, version })
    expect((await remove('qy1', row!.version)).body.code).toBe('NOT_FOUND')
    expect((await saveRow('qy1', { [key('原值')]: 1 }, { id: row!.id })).body.code).toBe('NOT_FOUND')
    expect((await saveRow('qy2', { [key('原值')]: 130 }, { id: row!.id, version: row!.version })).body.data.version).toBe(2)
    expect((await remove('qy2', row!.version)).body.code).toBe('CONFLICT')
    expect((await remove('qy2', 2)).body.data).toBe(true)
    expect((await archiveTable('qy2'))!.total).toBe(0)
  })

  it('a field cannot change what rows depend on; a disabled field is gone from forms while its data stays', async () => {
    await saveRow('qy2', { [key('设备编号')]: 'A-9', [key('原值')]: 9 })
    const { fields, version, id } = await tableOf(machines.id)
    const strip = (f: (typeof fields)[number]) => {
      const { tableId: _t, fieldKey: _k, order: _o, ...rest } = f
      return rest
    }
    const changed = fields.map((f) => strip(f.fieldName === '原值' ? { ...f, fieldType: 'text' as const, min: null } : f))
    expect((await t.as('front1').post(`${api}/saveOrUpdate`, { ...draft, id, version, fields: changed })).body.fields).toEqual([
      { path: 'fields.1.fieldType', message: '表中已有数据，不能更改' },
    ])
    expect((await t.as('front1').post(`${api}/saveOrUpdate`, { ...draft, id, version: version + 5, fields: [] })).body.code).toBe(
      'CONFLICT',
    )
    const flag = (enableFlag: number) =>
      t.as('front1').post('/api/entExpansionTableField/changeFieldEnableFlag', { id: fields[6]!.id, enableFlag })
    expect((await flag(0)).body.data).toBe(true)
    expect((await archiveTable('qy2'))!.table.fields.map((f) => f.fieldName)).not.toContain('是否数控')
    await flag(1)
    await t.as('front1').post(`${api}/changeTableEnableFlag`, { id, enableFlag: 0 })
    expect(await archiveTable('qy2')).toBeUndefined()
    await t.as('front1').post(`${api}/changeTableEnableFlag`, { id, enableFlag: 1 })
    expect((await archiveTable('qy2'))!.rows[0]!.values.f2).toBe(9)
  })
})

const CONFLICT = '内容已被他人修改，请刷新后重试'
describe('拓展字段', () => {
  it('is added and changed alone; the companies see it at once, and what their rows need does not change', async () => {
    const { id: tableId } = (
      await t.as('front1').post(`${api}/saveOrUpdate`, {
        tableName: '仓储登记',
        businessType: 'all',
        fields: [{ fieldName: '库名', fieldType: 'text', required: 1, keyFlag: 1 }],
      })
    ).body.data
    const field = { tableId, fieldName: '面积', fieldType: 'number', unit: '平方米', min: 0 }
    const save = async (body: object, who: string | null = 'front1') =>
      (await t.as(who).post('/api/entExpansionTableField/saveOrUpdate', body)).body
    expect((await save(field, null)).code).toBe('UNAUTHENTICATED')
    for (const who of ['qy1', 'editor1', 'leader1']) expect((await save(field, who)).code, who).toBe('FORBIDDEN')
    expect((await save({ ...field, tableId: 999_999 })).code).toBe('NOT_FOUND')
    expect((await save({ ...field, fieldName: ' ' })).fields?.[0]?.path).toBe('fieldName')
    expect((await save({ ...field, fieldName: '库名' })).fields).toEqual([{ path: 'fieldName', message: '已有同名的字段（可能已停用）' }])
    expect((await save({ ...field, fieldName: '失败原因', max: -1 })).fields?.map((f) => f.path)).toEqual(['fieldName', 'max'])
    expect((await save({ ...field, fieldType: 'select', min: null, dictTypeCode: 'nothing' })).fields?.[0]?.path).toBe('dictTypeCode')
    const fields = async () => (await tableOf(tableId)).fields.map((f) => [f.fieldName, f.fieldKey, f.unit, f.enableFlag])
    const before = (await tableOf(tableId)).version
    expect(await fields()).toHaveLength(1)

    const { id } = (await save(field)).data
    expect(await fields()).toEqual([
      ['库名', 'f1', null, 1],
      ['面积', 'f2', '平方米', 1],
    ])
    // Whoever has the whole table open does not overwrite it unseen.
    expect((await tableOf(tableId)).version).toBe(before + 1)
    const row = (values: object) => t.as('qy2').post(`${detail}/saveEntArchiveOtherDetail`, { tableId, values })
    expect((await row({ f1: '一号库', f2: -1 })).body.fields).toEqual([{ path: 'values.f2', message: '不能小于 0' }])
    expect((await row({ f1: '一号库', f2: 300 })).body.success).toBe(true)

    const change = async (body: object) => save({ ...field, id, version: (await tableOf(tableId)).version, ...body })
    expect((await change({ fieldName: '层高', id: machines.fields[0]!.id })).code, 'a field of another table').toBe('NOT_FOUND')
    expect((await change({ fieldType: 'text', min: null })).fields).toEqual([{ path: 'fieldType', message: '表中已有数据，不能更改' }])
    // Two people had it open: the second would overwrite the change of the first unseen.
    const { version: read } = await tableOf(tableId)
    expect((await save({ ...field, id, fieldName: '建筑面积' })).code, 'a change names the version that was read').toBe('CONFLICT')
    expect((await save({ ...field, id, version: read, fieldName: '建筑面积', unit: '㎡', hint: '按不动产权证' })).data).toEqual({ id })
    expect(await save({ ...field, id, version: read, fieldName: '占地面积' })).toMatchObject({ code: 'CONFLICT', msg: CONFLICT })
    expect((await tableOf(tableId)).version, 'a refused change counts nothing').toBe(read + 1)
    const seen = (await t.as('qy2').get<ExpansionTable[]>(`${api}/findEnableTableList`)).body.data.find((one) => one.id === tableId)!
    expect(seen.fields.map((f) => [f.fieldName, f.unit, f.hint])).toEqual([
      ['库名', null, ''],
      ['建筑面积', '㎡', '按不动产权证'],
    ])
    await change({ fieldName: '建筑面积', enableFlag: 0 })
    const table = ((await t.as('qy2').get(`${detail}/queryEntArchiveDetail`)).body.data.tables as ArchiveTable[]).find(
      (one) => one.table.id === tableId,
    )!
    expect(table.table.fields.map((f) => f.fieldName)).toEqual(['库名'])
    expect((await change({ fieldName: '建筑面积', enableFlag: 1 })).success).toBe(true)
    const kept = await t.kernel.db.selectFrom('expansion_row').select('values').where('table_id', '=', tableId).execute()
    expect(kept, 'a field is stopped, its data stay').toEqual([{ values: { f1: '一号库', f2: 300 } }])
    await t.kernel.db.deleteFrom('expansion_row').where('table_id', '=', tableId).execute()
    await t.as('front1').post(`${api}/changeTableEnableFlag`, { id: tableId, enableFlag: 0 })
  })
})

describe('拓展表导入导出', () => {
  const code1 = '91339999MAEF12007U'
  const name1 = '云溪县星澜精密轴承有限公司（示例）'
  const head = ['企业名称', '统一社会信用代码', '设备编号', '原值（万元）', '购入日期', '状态', '责任人', '责任人电话', '是否数控']
  const send = async (content: Buffer, fields: Record<string, string> = {}, who = 'front1'): Promise<ImportState> => {
    const answer = await t.as(who).send({
      method: 'POST',
      url: `${api}/importExcel`,
      ...multipart({ name: '设备.xlsx', content }, { id: String(machines.id), ...fields }),
    })
    if (!answer.body.success) return answer.body as never
    let state = answer.body.data as ImportState
    await eventually(async () => {
      state = (await t.as(who).get('/import/progress', { taskId: state.taskId })).body.data
      expect(state.status).not.toBe(1)
    })
    return state
  }
  const sheet = (...rows: (string | number | null)[][]) => xlsx([head, ...rows])
  const rowsOf = async () => (await t.as('front1').get(`${api}/dataList`, { tableId: machines.id, pageSize: 100 })).body.data

  it('the header of the template is the one that the import expects', async () => {
    const { raw, headers } = await t.as('front1').get(`${api}/downloadExcelTemplate`, { id: machines.id })
    expect(String(headers['content-disposition'])).toContain(encodeURIComponent('生产设备登记_导入模板.xlsx'))
    const path = join(t.database.target.dataDir, 'template.xlsx')
    await writeFile(path, raw)
    expect(await readSheet(path)).toEqual([{ row: 1, cells: head }])
  })

  it('is refused to companies, and for other files', async () => {
    expect((await send(await sheet(), {}, 'qy1')) as never).toMatchObject({ code: 'FORBIDDEN' })
    expect((await send(Buffer.from('no sheet'))) as never).toMatchObject({ code: 'INVALID' })
    expect((await send(await sheet(), { mode: 'some' })) as never).toMatchObject({ code: 'INVALID', fields: [{ path: 'mode' }] })
  })

  it('refuses as a whole, with the reason: wrong headers, formulas, bombs, one row over the limit and empty sheets', async () => {
    const before = (await rowsOf()).total
    expect(
      await send(
        await xlsx([
          ['企业名称', '统一社会信用代码', '设备编号', '价格'],
          ['x', code1, 'B', 1],
        ]),
      ),
    ).toMatchObject({
      status: 3,
      message: expect.stringMatching(/^表头有误：“原值（万元）”、“[^；]*缺少此列，模板表头名称不可更改；“价格”模板中没有此列$/),
    })
    const formula = zip([
      { name: '[Content_Types].xml', content: Buffer.from('<Types/>') },
      { name: 'xl/workbook.xml', content: Buffer.from('<workbook/>') },
      {
        name: 'xl/worksheets/sheet1.xml',
        content: Buffer.from(
          '<worksheet><sheetData><row r="2"><c r="A2"/><c r="D2"><f>SUM(A1)</f><v>3</v></c></row></sheetData></worksheet>',
        ),
      },
    ])
    expect(await send(formula)).toMatchObject({ status: 3, message: '单元格 D2 含有公式，请改为固定的数值或文字后再导入' })
    const bomb = zip([
      { name: '[Content_Types].xml', content: Buffer.from('<Types/>') },
      { name: 'xl/workbook.xml', content: Buffer.from('<workbook/>') },
      { name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(40 << 20, 'a') },
    ])
    expect((await send(bomb)) as never).toMatchObject({ code: 'INVALID', fields: [{ path: 'file', message: '文件压缩比异常，无法处理' }] })
    const many = Array.from({ length: 31 }, (_, i) => [name1, code1, `M${i}`, 1, null, null, null, null, null])
    expect(await send(await sheet(...many))).toMatchObject({ status: 3, message: '数据超过 30 行，请拆分后导入', addedCount: 0 })
    expect(await send(await sheet())).toMatchObject({ status: 3, message: '表格中没有数据，请在表头下方填写后再导入' })
    expect((await rowsOf()).total).toBe(before)
  })

  const half = [
    [name1, code1, 'B-1', 10, '2025/3/1', '在用', '林一', '15430002222', '是'],
    [null, code1, 'B-2', '十', '2025-13-01', '坏了', null, '12', '也许'],
    [null, '91339999MAEF12007X', 'B-3', 1, null, null, null, null, null],
    ['别的公司', code1, 'B-4', 1, null, null, null, null, null],
    [null, code1, 'B-1', 11, null, null, null, null, null],
    [null, code1, 'B-5', '1,200.5', null, null, null, null, '否'],
  ]

  it('a dry run reports faults with row and column and writes nothing', async () => {
    const before = (await rowsOf()).total
    const state = await send(await sheet(...half), { dryRun: 'true' })
    expect(state).toMatchObject({ status: 2, dryRun: true, total: 6, successCount: 2, addedCount: 2, failCount: 4 })
    expect(state.errors.map((e) => [e.row, e.column, e.message])).toEqual([
      [3, '原值（万元）', '应为数字'],
      [3, '购入日期', '日期格式应为 YYYY-MM-DD'],
      [3, '状态', '请从选项中选择'],
      [3, '责任人电话', '手机号格式错误'],
      [3, '是否数控', '应为是或否'],
      [4, '统一社会信用代码', '企业不存在，请先建立企业档案'],
      [5, '企业名称', `与信用代码对应的“${name1}”不一致`],
      [6, '设备编号', '与第 2 行重复'],
    ])
    expect((await rowsOf()).total).toBe(before)
  })

  it('all-or-nothing writes nothing while one row is wrong; otherwise the good rows are written', async () => {
    const before = (await rowsOf()).total
    expect(await send(await sheet(...half), { mode: 'all' })).toMatchObject({ status: 2, successCount: 0, failCount: 4 })
    expect((await rowsOf()).total).toBe(before)
    expect(await send(await sheet(...half))).toMatchObject({ status: 2, addedCount: 2, failCount: 4 })
    expect((await rowsOf()).total).toBe(before + 2)
  })

  it('returns failed rows as a sheet for correction, and a second run of a file writes nothing', async () => {
    const state = await send(await sheet(...half))
    expect(state).toMatchObject({ addedCount: 0, changedCount: 0, sameCount: 2, failCount: 4 })
    expect((await t.as('dept1').get('/files/download', { filePath: state.failedFile!.filePath })).body).toMatchObject({ code: 'NOT_FOUND' })
    const { raw } = await t.as('front1').get('/files/download', { filePath: state.failedFile!.filePath })
    const path = join(t.database.target.dataDir, 'failed.xlsx')
    await writeFile(path, raw)
    const failed = await readSheet(path)
    expect(failed[0]!.cells).toEqual([...head, '失败原因'])
    expect(failed).toHaveLength(5)
    expect(failed[1]!.cells.at(-1)).toContain('原值（万元）：应为数字')
    const mended = failed
      .filter((r) => r.cells[2] === 'B-2')
      .map((r) => [null, code1, 'B-2', 10, '2025-12-01', '停用', null, '15430003333', '否', r.cells.at(-1)!])
    expect(await send(await xlsx([failed[0]!.cells, ...mended] as string[][]), { mode: 'all' })).toMatchObject({
      status: 2,
      addedCount: 1,
      failCount: 0,
    })
  })

  it('a changed cell changes its row, and rows reported by a company without consent are not changed', async () => {
    expect(await send(await sheet([name1, code1, 'B-1', 99, '2025-03-01', '在用', '林一', '15430002222', '是']))).toMatchObject({
      changedCount: 1,
    })
    const row = (await rowsOf()).list.find((r: { values: { f1: string } }) => r.values.f1 === 'B-1')
    expect(row).toMatchObject({ version: 2, source: '部门导入', values: { f2: 99, f5: '林*' }, companyName: name1 })
    await saveRow('qy1', { [key('设备编号')]: 'OWN-1' })
    expect(await send(await sheet([name1, code1, 'OWN-1', 5, null, null, null, null, null]))).toMatchObject({
      failCount: 1,
      errors: [{ row: 2, column: '', message: '该行由企业填报且企业未授权，不能改动' }],
    })
    expect((await rowsOf()).list.map((r: { values: { f1: string } }) => r.values.f1)).not.toContain('OWN-1')
  })

  it('exports the rows that the reader may see, masked', async () => {
    const { raw } = await t.as('front1').post(`${api}/companyDataExport`, { tableId: machines.id })
    const path = join(t.database.target.dataDir, 'data.xlsx')
    await writeFile(path, raw)
    const rows = await readSheet(path)
    expect(rows[0]!.cells).toEqual([...head, '数据来源', '更新时间'])
    const exported = rows.find((r) => r.cells[2] === 'B-1')!
    expect(exported.cells.slice(1, 9)).toEqual([code1, 'B-1', 99, '2025-03-01', '在用', '林*', '154****2222', '是'])
    expect(rows.map((r) => r.cells[2])).not.toContain('OWN-1')
    const { taskId } = (await t.as('front1').post('/export/start', { bizType: 'expansion', filters: { tableId: machines.id } })).body.data
    await eventually(async () =>
      expect((await t.as('front1').get('/export/progress', { taskId })).body.data).toMatchObject({ status: 2, done: rows.length - 1 }),
    )
  })
})
