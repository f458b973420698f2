import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ImportState } from '../../contract/imports.ts'
import { addDays, movableClock, today } from '../kernel/clock.ts'
import { eventsOf, subscribe } from '../kernel/jobs/events.ts'
import { readSheet } from '../kernel/sheet/read.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { multipart, xlsx } from '../kernel/testing/samples.ts'
import { factsOf } from './index.ts'

let t: TestApp
let c01: number
const told: number[][] = []
beforeAll(async () => {
  t = await testApp({ clock: movableClock('2026-11-21T02:00:00Z') })
  c01 = (await t.as('qy1').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
  await eventsOf(t.kernel).listen()
  subscribe(t.kernel, 'company.facts', ({ ids }) => told.push(ids as number[]))
})

const newCompany = { companyName: '云溪县新桥模具有限公司（示例）', code: '91339999MAEF99001A' }
const add = (who: string, body: object) => t.as(who).post('/dynamic/company/info/newEntArchive', body)

describe('建档', () => {
  it('is refused without the permission', async () => {
    for (const who of ['qy1', 'editor1', 'leader1', 'gr1']) expect((await add(who, newCompany)).body.code).toBe('FORBIDDEN')
  })

  it('refuses bad codes (V014, V015), fields of another department and unknown options, each at its path', async () => {
    expect((await add('front1', { ...newCompany, code: '' })).body.fields![0]).toEqual({ path: 'code', message: '社会信用代码不能为空' })
    expect((await add('front1', { ...newCompany, code: '91339999MAEF99001I' })).body.fields).toEqual([
      { path: 'code', message: '社会信用代码格式错误' },
    ])
    expect((await add('front1', { ...newCompany, source: '企业填报' })).body.fields).toEqual([
      { path: 'source', message: '请选择数据来源部门' },
    ])
    const wrong = await add('front1', {
      ...newCompany,
      source: '税务',
      values: { abnormalList: true, revenueY1: 'x', nothing: 1, companyName: 'y' },
    })
    expect(Object.fromEntries(wrong.body.fields!.map((f) => [f.path, f.message]))).toEqual({
      'values.abnormalList': '列入经营异常名录只能由市场监管部门写入',
      'values.revenueY1': '应为数字',
      'values.nothing': '不支持的字段：nothing',
      'values.companyName': '不支持的字段：companyName',
    })
    expect((await add('front1', { ...newCompany, values: { industryCode: '9900' } })).body.fields).toEqual([
      { path: 'values.industryCode', message: '请从选项中选择' },
    ])
  })

  it('finds the name of a street in the region dictionary when no other company is there', async () => {
    const other = {
      ...newCompany,
      code: '91339999MAEF88002U',
      companyName: '云溪县东渡包装有限公司（示例）',
      values: { regionCode: '339999003' },
    }
    const made = await add('front1', other)
    const { id } = made.body.data
    expect((await t.as('front1').get('/company/info/findById', { id })).body.data).toMatchObject({
      streetId: '339999003',
      streetName: '东渡街道',
    })
    await t.as('front1').form('/company/info/delete', { id })
  })

  it('creates an archive once, with the department as source, and updates both copies and the list', async () => {
    const before = (await t.as('front1').get('/company/info/list')).body.data.total
    const { id } = (
      await add('front1', { ...newCompany, values: { regionCode: '339999001', industryCode: '3525', legalPerson: '章若溪' } })
    ).body.data
    expect((await add('front1', newCompany)).body.fields).toEqual([{ path: 'code', message: '该企业已有档案' }])
    expect(await factsOf(t.kernel.db, id)).toMatchObject({ companyName: newCompany.companyName, industryCode: '3525' })
    const found = (await t.as('front1').get('/company/info/findById', { id })).body.data
    expect(found).toMatchObject({ streetName: '云溪街道', legalPerson: '章**', version: 2 })
    await eventually(async () => expect((await t.as('front1').get('/company/info/list')).body.data.total).toBe(before + 1))
    await eventually(async () => expect(told.flat()).toContain(id))
    const save = (body: object) =>
      t.as('front1').post('/company/info/saveOrUpdate', {
        ...newCompany,
        id,
        version: 2,
        reason: '登记变更',
        ...body,
      })
    expect((await save({ code: '91339999MAEF99001B' })).body.fields).toEqual([{ path: 'code', message: '统一社会信用代码不能更改' }])
    expect((await save({ source: '税务', companyName: '别名' })).body.fields![0]!.path).toBe('companyName')
    expect((await save({ version: 1 })).body.code).toBe('CONFLICT')
    expect((await save({ reason: ' ' })).body.fields).toEqual([{ path: 'reason', message: '请填写修改原因' }])
    expect((await save({ source: '税务', values: { revenueY1: 320 } })).body.success).toBe(true)
    expect(await factsOf(t.kernel.db, id)).toMatchObject({ revenueY1: 320 })
  })

  it('deletes only companies without references, and none of several when one must stay', async () => {
    const { id } = (await add('front1', { companyName: '误建企业', code: '91339999MAEF99009A' })).body.data
    const several = await t.as('front1').form('/company/info/deleteBatch', { ids: `${id},${c01}` })
    expect(several.body).toMatchObject({ code: 'IN_USE', msg: '“云溪县星澜精密轴承有限公司（示例）”已绑定账号，不能删除' })
    expect((await t.as('editor1').form('/company/info/delete', { id: String(id) })).body.code).toBe('FORBIDDEN')
    // An allowance entered for it is money and must not be deleted with the archive.
    const given = await t.as('front1').post('/allowance/saveOrUpdate', {
      companyId: id,
      projectName: '稳岗补贴',
      year: 2026,
      amount: 3.5,
    })
    expect(given.body).toMatchObject({ success: true })
    expect((await t.as('front1').form('/company/info/delete', { id: String(id) })).body).toMatchObject({
      code: 'IN_USE',
      msg: '“误建企业”已有补贴，不能删除',
    })
    expect((await t.as('front1').form('/allowance/delete', { id: String(given.body.data.id) })).body).toMatchObject({ success: true })
    await t.kernel.db.deleteFrom('allowance').where('id', '=', given.body.data.id).execute()
    expect((await t.as('front1').form('/company/info/delete', { id: String(id) })).body.data).toBe(true)
    expect((await t.as('front1').get('/company/info/findById', { id })).body.code).toBe('NOT_FOUND')
  })

  it('deletes several at once, when none must stay', async () => {
    const made: number[] = []
    for (const [n, code] of ['91339999MAEF77001F', '91339999MAEF77002C'].entries())
      made.push((await add('front1', { companyName: `误建企业${n}`, code })).body.data.id)
    const remove = async (who: string | null, ids: unknown[]) =>
      (await t.as(who).form('/company/info/deleteBatch', { ids: ids.join(',') })).body
    expect((await remove(null, made)).code).toBe('UNAUTHENTICATED')
    for (const who of ['editor1', 'leader1', 'qy1']) expect((await remove(who, made)).code, who).toBe('FORBIDDEN')
    expect((await remove('front1', ['甲'])).fields?.[0]?.path).toBe('ids')
    expect((await remove('front1', [...made, 999_999])).code).toBe('NOT_FOUND')
    expect((await remove('front1', [...made, c01])).code).toBe('IN_USE')
    const found = async () => (await t.as('leader1').get('/company/info/list', { companyName: '误建企业' })).body.data.total
    expect((await t.as('front1').get('/company/info/findById', { id: made[0] })).body.success, 'all or none').toBe(true)
    expect((await remove('front1', made)).data).toBe(true)
    for (const id of made) expect((await t.as('front1').get('/company/info/findById', { id })).body.code).toBe('NOT_FOUND')
    expect(await found()).toBe(0)
    const logged = await t.kernel.db.selectFrom('audit_log').select('object_id').where('action', '=', 'company.delete').execute()
    expect(logged.map((row) => row.object_id)).toEqual(expect.arrayContaining(made.map(String)))
    const again = (await add('front1', { companyName: '误建企业0', code: '91339999MAEF77001F' })).body.data.id
    expect(again, 'its code is free again').toEqual(expect.any(Number))
    expect((await remove('front1', [again])).data).toBe(true)
  })

  it('shows a person in clear with a reason, which is recorded', async () => {
    const reveal = (who: string, reason: string) => t.as(who).post('/company/info/reveal', { id: c01, field: 'contactPhone', reason })
    expect((await reveal('qy1', '看看')).body.code).toBe('FORBIDDEN')
    expect((await reveal('front1', '')).body.code).toBe('INVALID')
    expect((await reveal('front1', '电话回访')).body.data).toEqual({ value: '15420000000' })
    const log = await t.kernel.db.selectFrom('audit_log').select('detail').where('action', '=', 'company.pii.reveal').execute()
    expect(log).toEqual([{ detail: { field: 'contactPhone', reason: '电话回访' } }])
  })
})

describe('企业列表', () => {
  it('facets count under all filters but their own, and each can be used as a filter', async () => {
    const { data } = (await t.as('leader1').get('/company/info/facets', { streetId: '339999001' })).body
    expect(data.streetId.length).toBeGreaterThan(3)
    expect(data.total).toBe(data.streetId.find((f: { value: string }) => f.value === '339999001').count)
    const list = async (query: Record<string, unknown>) =>
      (await t.as('leader1').get('/company/info/list', { pageSize: 100, ...query })).body.data
    expect((await list({ streetId: '339999001' })).list).toHaveLength(data.total)
    // A county or city contains the companies of its streets.
    const all = data.streetId as { value: string; count: number }[]
    const of = (code: string) => all.filter((f) => f.value.startsWith(code)).reduce((sum, f) => sum + f.count, 0)
    expect(of('339999')).toBeGreaterThan(data.total)
    expect((await list({ streetId: '339999' })).total).toBe(of('339999'))
    expect((await list({ streetId: '339900' })).total).toBe(of('3399'))
    expect((await list({ streetId: '339999999' })).total).toBe(0)
    for (const f of data.authStatus as { value: string; count: number }[])
      expect((await list({ streetId: '339999001', authStatus: f.value })).total).toBe(f.count)
    expect((await list({ completenessFrom: 100 })).list.every((c: { completeness: number }) => c.completeness === 100)).toBe(true)
    expect((await list({ establishFrom: '2012-05-18', establishTo: '2012-05-18' })).total).toBe(1)
    expect((await list({ companyName: '轴承' })).list.map((c: { id: number }) => c.id)).toEqual([c01])
    expect((await list({ companyName: '_承' })).total).toBe(0)
  })

  it('gives headline figures, figures by street and month, and options', async () => {
    const overview = (await t.as('leader1').get('/company/info/overview', { startTime: '2020-01-01', endTime: '2030-01-01' })).body.data
    expect(overview.items[0]).toEqual({ label: '企业总数', value: 32, unit: '家' })
    expect(overview.items.at(-1)).toMatchObject({ label: '期间新增', value: 32 })
    const streets = (await t.as('leader1').get('/company/info/statistics')).body.data
    expect(streets.series[0].data.reduce((a: number, b: number) => a + b)).toBe(32)
    expect((await t.as('leader1').get('/company/info/statistics', { by: 'month' })).body.data.names).toHaveLength(1)
    const options = async (query: Record<string, unknown>) => (await t.as('leader1').get('/company/info/options', query)).body.data
    expect(await options({ name: '星澜' })).toEqual([{ label: '云溪县星澜精密轴承有限公司（示例）', id: c01 }])
    expect(await options({ type: 'businessType' })).toContainEqual({ label: '工业', id: 'industry' })
    expect((await options({ type: 'street' })).length).toBeGreaterThan(3)
  })
})

describe('企业档案导入导出', () => {
  const send = async (content: Buffer, fields: Record<string, string>): Promise<ImportState> => {
    const answer = await t.as('front1').send({
      method: 'POST',
      url: '/company/info/import',
      ...multipart({ name: '档案.xlsx', content }, fields),
    })
    if (!answer.body.success) return answer.body as never
    let state = answer.body.data as ImportState
    await eventually(async () => {
      state = (await t.as('front1').get('/import/progress', { taskId: state.taskId })).body.data
      expect(state.status).not.toBe(1)
    })
    return state
  }
  const head = ['企业名称', '统一社会信用代码', '上年度营业收入（万元）']
  const title = async (key: string, source: string) => {
    const { raw } = await t.as('front1').get('/company/info/downloadTemplate', { source, columns: key })
    const path = join(t.database.target.dataDir, 'template.xlsx')
    await writeFile(path, raw)
    return String((await readSheet(path))[0]!.cells[2])
  }

  it('asks for the source and refuses columns of another department', async () => {
    expect(await send(await xlsx([head]), {})).toMatchObject({ code: 'INVALID', fields: [{ path: 'source' }] })
    head[2] = await title('revenueY1', '税务')
    const abnormal = await title('abnormalList', '市场监管')
    expect(
      await send(
        await xlsx([
          [...head, abnormal],
          ['x', 'y', 1, '是'],
        ]),
        { source: '税务' },
      ),
    ).toMatchObject({
      status: 3,
      message: `表头有误：“${abnormal}”模板中没有此列`,
    })
  })

  it('changes known companies, adds new ones, ignores empty cells, and writes nothing a second time', async () => {
    const rows = [
      [null, '91339999MAEF12007U', 15222],
      ['云溪县北岸五金有限公司（示例）', '91339999MAEF99002B', 88.5],
      [null, '91339999MAEF99003C', 5],
      ['别名有限公司', '91339999MAEF12007U', 7],
    ]
    const sheet = await xlsx([head, ...rows])
    const dry = await send(sheet, { source: '税务', dryRun: 'true' })
    expect(dry).toMatchObject({ addedCount: 1, changedCount: 1, failCount: 2 })
    expect(dry.errors).toEqual([
      { row: 4, column: '企业名称', message: '新建档案须填写企业名称' },
      { row: 5, column: '统一社会信用代码', message: '与第 2 行重复' },
      { row: 5, column: '企业名称', message: '与档案中的“云溪县星澜精密轴承有限公司（示例）”不一致' },
    ])
    expect(await send(sheet, { source: '税务', mode: 'all' })).toMatchObject({ successCount: 0 })
    expect((await factsOf(t.kernel.db, c01)).revenueY1).toBe(15100)
    expect(await send(sheet, { source: '税务', asOf: '2025-12-31' })).toMatchObject({
      status: 2,
      addedCount: 1,
      changedCount: 1,
      failCount: 2,
    })
    expect((await factsOf(t.kernel.db, c01)).revenueY1).toBe(15222)
    const { version } = await t.kernel.db.selectFrom('company').select('version').where('id', '=', c01).executeTakeFirstOrThrow()
    expect(await send(sheet, { source: '税务', asOf: '2026-06-30' })).toMatchObject({ addedCount: 0, changedCount: 0, sameCount: 2 })
    const after = await t.kernel.db.selectFrom('company').select('version').where('id', '=', c01).executeTakeFirstOrThrow()
    expect(after.version).toBe(version)
    const fact = await t.kernel.db
      .selectFrom('company_fact')
      .select(['source', 'as_of'])
      .where('company_id', '=', c01)
      .where('field_key', '=', 'revenueY1')
      .executeTakeFirst()
    expect(fact).toEqual({ source: '税务', as_of: '2025-12-31' })
    expect(await send(await xlsx([head, [null, '91339999MAEF12007U', null]]), { source: '税务' })).toMatchObject({ sameCount: 1 })
    expect((await factsOf(t.kernel.db, c01)).revenueY1).toBe(15222)
  })

  it('refuses rows with a future date, in a cell or as the date of the sheet', async () => {
    const founded = await title('registeredDate', '市场监管')
    const tomorrow = addDays(today(t.kernel.clock), 1)
    const sheet = await xlsx([
      ['企业名称', '统一社会信用代码', founded],
      [null, '91339999MAEF12007U', tomorrow],
      ['云溪县明日五金有限公司（示例）', '91339999MAEF99005E', tomorrow.replaceAll('-', '/')],
      ['云溪县今日五金有限公司（示例）', '91339999MAEF99006F', today(t.kernel.clock)],
    ])
    const message = `日期不能晚于 ${today(t.kernel.clock)}`
    const done = await send(sheet, { source: '市场监管' })
    expect(done).toMatchObject({ addedCount: 1, changedCount: 0, failCount: 2 })
    expect(done.errors).toEqual([
      { row: 2, column: founded, message },
      { row: 3, column: founded, message },
    ])
    expect((await factsOf(t.kernel.db, c01)).registeredDate! < tomorrow).toBe(true)
    expect(await send(sheet, { source: '市场监管', asOf: tomorrow })).toMatchObject({
      code: 'INVALID',
      fields: [{ path: 'asOf', message }],
    })
  })

  it('exports archives: facts only with consent', async () => {
    const { taskId } = (
      await t.as('front1').post('/export/start', {
        bizType: 'companyArchive',
        filters: {},
        columns: ['companyName', 'authStatus', 'revenueY1', 'industryCode'],
      })
    ).body.data
    await eventually(async () => expect((await t.as('front1').get('/export/progress', { taskId })).body.data.status).toBe(2))
    const { filePath } = (await t.as('front1').get('/export/progress', { taskId })).body.data
    const path = join(t.database.target.dataDir, 'archives.xlsx')
    await writeFile(path, (await t.as('front1').get('/files/download', { filePath })).raw)
    const rows = await readSheet(path)
    expect(rows.find((r) => String(r.cells[0]).includes('星澜'))!.cells).toEqual(['云溪县星澜精密轴承有限公司（示例）', '未答复'])
    expect(rows.find((r) => String(r.cells[0]).includes('鹿鸣'))!.cells).toEqual([
      '云溪县鹿鸣数控机床有限公司（示例）',
      '已授权',
      34800,
      '通用设备制造业',
    ])
    expect((await t.as('editor1').post('/export/start', { bizType: 'companyArchive', filters: {} })).body.code).toBe('FORBIDDEN')
  })
})
