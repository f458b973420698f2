import { beforeAll, describe, expect, it } from 'vitest'
import { STAFF_SOURCE, type Archive, type ArchiveField } from '../../contract/company.ts'
import type { ArchiveTable } from '../../contract/company/expansion.ts'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { factsOf } from './index.ts'

const detail = '/dynamic/company/info'
let t: TestApp
/** C01 has not consented, C02 has */
let c01: number
let c02: number
beforeAll(async () => {
  t = await testApp({ clock: movableClock('2026-11-21T02:00:00Z') })
  c01 = (await t.as('qy1').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
  c02 = (await t.as('qy2').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
})

const archiveOf = async (who: string, companyId?: number) =>
  (await t.as(who).get<Archive>(`${detail}/queryEntArchiveDetail`, { companyId })).body.data
const fieldsOf = (archive: Archive): Map<string, ArchiveField> => new Map(archive.groups.flatMap((g) => g.fields).map((f) => [f.key, f]))
/** Notices to the company about its archive; notices about tags are left out. */
const told = async (who: string) => {
  const { list } = (await t.as(who).get('/sys/notice/list', { kind: 'company' })).body.data
  return (list as { title: string; body: string; link: string }[]).filter(({ title }) => !title.includes('标签'))
}

describe('工作人员修改企业档案', () => {
  const save = async (who: string, body: object) => {
    const { version } = await archiveOf('qy2')
    return t.as(who).post(`${detail}/saveEntArchiveDetail`, { companyId: c02, version, source: STAFF_SOURCE, reason: '走访核实', ...body })
  }

  it('is refused without the permission, without source or reason, without consent, and for a stale version', async () => {
    for (const who of ['editor1', 'leader1', 'gr1'])
      expect((await save(who, { values: { employees: 5 } })).body.code, who).toBe('FORBIDDEN')
    expect((await save('qy1', { values: { employees: 5 } })).body.code).toBe('NOT_FOUND')
    expect((await save('front1', { source: undefined, values: { employees: 5 } })).body.fields).toEqual([
      { path: 'source', message: '请选择数据来源' },
    ])
    expect((await save('front1', { source: '企业填报', values: { employees: 5 } })).status).toBe(400)
    expect((await save('front1', { reason: '  ', values: { employees: 5 } })).body.fields).toEqual([
      { path: 'reason', message: '请填写修改原因' },
    ])
    expect((await save('front1', { companyId: c01, version: 1, values: { employees: 5 } })).body.code).toBe('NO_CONSENT')
    expect((await save('front1', { version: 1, values: { employees: 5 } })).body.code).toBe('CONFLICT')
    expect(await told('qy2')).toEqual([])
  })

  it('changes official values only in the name of their department, never name and code; faults are reported at their path', async () => {
    const wrong = await save('front1', { values: { abnormalList: true, companyName: '别名', employees: '多', nothing: 1 } })
    expect(Object.fromEntries(wrong.body.fields!.map((f) => [f.path, f.message]))).toEqual({
      'values.abnormalList': '列入经营异常名录只能由市场监管部门写入',
      'values.companyName': '不支持的字段：companyName',
      'values.employees': '应为数字',
      'values.nothing': '不支持的字段：nothing',
    })
    expect((await save('front1', { source: '税务', values: { abnormalList: true } })).body.success).toBe(false)
  })

  it('tells each reader which values they may change', async () => {
    const staff = fieldsOf(await archiveOf('front1', c02))
    expect(staff.get('employees')).toMatchObject({ editable: true, official: null })
    expect(staff.get('abnormalList')).toMatchObject({ editable: true, official: '市场监管' })
    expect(staff.get('creditCode')).toMatchObject({ editable: false })
    expect([...fieldsOf(await archiveOf('leader1', c02)).values()].some((f) => f.editable)).toBe(false)
    expect(fieldsOf(await archiveOf('qy2')).get('abnormalList')).toMatchObject({ editable: false })
  })

  it('stores source and date, notifies the company of what, source and reason, and is in audit log and ledger', async () => {
    const before = (await factsOf(t.kernel.db, c02)).employees
    const values = { employees: 321, contactPhone: '+86 154-3000-7777' }
    expect((await save('front1', { values, reason: ' 走访核实 ' })).body.data).toMatchObject({ changed: 2 })
    const own = fieldsOf(await archiveOf('qy2'))
    expect(own.get('employees')).toMatchObject({ value: 321, source: STAFF_SOURCE, asOf: '2026-11-21', updatedBy: null, editable: true })
    expect(own.get('contactPhone')).toMatchObject({ value: '15430007777', source: STAFF_SOURCE, asOf: '2026-11-21', updatedBy: null })
    // The name beside it was not changed.
    expect(own.get('contactPerson')).toMatchObject({ source: '企业填报', asOf: null })
    expect(fieldsOf(await archiveOf('front1', c02)).get('contactPhone')!.value).toBe('154****7777')
    expect(await told('qy2')).toEqual([
      expect.objectContaining({
        title: '贵企业的档案已由工作人员更新',
        body: '更新内容：职工总数（从业人员）、联系电话。数据来源：工作人员核实。原因：走访核实。请核对，如有出入可自行更正或联系企业服务中心。',
        link: '/work/enterpriseArchive',
      }),
    ])
    const { detail: kept } = await t.kernel.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'company.archive.save')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(kept).toEqual({
      fields: ['employees', 'contactPhone'],
      source: STAFF_SOURCE,
      reason: '走访核实',
      before: before === undefined ? {} : { employees: before },
    })
    const [use] = (await t.as('qy2').get('/ent/company/info/listArchiveUse')).body.data.list
    expect(use).toMatchObject({ purpose: expect.stringMatching(/档案/) })
    const ledger = (await t.as('qy2').get('/ent/company/info/listArchiveUse', { pageSize: 50 })).body.data.list
    expect(ledger.map((u: { purpose: string }) => u.purpose)).toContain('修改企业档案')
  })

  it('the company may change it again; its own changes are neither notified nor counted as use', async () => {
    const before = (await told('qy2')).length
    const { version } = await archiveOf('qy2')
    expect(
      (
        await t
          .as('qy2')
          .post(`${detail}/saveEntArchiveDetail`, { version, values: { employees: 322, contactPhone: '１５４　３０００　８８８８' } })
      ).body.success,
    ).toBe(true)
    expect(fieldsOf(await archiveOf('qy2')).get('employees')).toMatchObject({ value: 322, source: '企业填报' })
    expect(fieldsOf(await archiveOf('qy2')).get('contactPhone')).toMatchObject({ value: '15430008888', source: '企业填报' })
    expect(fieldsOf(await archiveOf('front1', c02)).get('contactPhone')!.updatedBy).not.toBeNull()
    expect(await told('qy2')).toHaveLength(before)
    const ledger = (await t.as('qy2').get('/ent/company/info/listArchiveUse', { pageSize: 50 })).body.data.list
    expect(ledger.filter((u: { purpose: string }) => u.purpose === '修改企业档案')).toHaveLength(1)
  })

  it('notifies the company also of a change of its register entry', async () => {
    const { version, code, companyName } = (await t.as('front1').get(`${detail}/findById`, { id: c02 })).body.data
    const body = { id: c02, version, code, companyName, values: { address: '云溪县示范路 8 号' } }
    expect((await t.as('front1').post('/company/info/saveOrUpdate', body)).body.fields).toEqual([
      { path: 'reason', message: '请填写修改原因' },
    ])
    expect((await t.as('front1').post('/company/info/saveOrUpdate', { ...body, reason: '迁址登记' })).body.success).toBe(true)
    expect((await told('qy2'))[0]!.body).toMatch(/^更新内容：企业名称、注册地址。数据来源：市场监管。原因：迁址登记。/)
  })

  it('a kind of business set by staff needs a reason and is notified', async () => {
    const set = (reason?: string) =>
      t.as('front1').post(`${detail}/updateBusinessType`, { companyId: c02, businessType: 'industry', ...(reason ? { reason } : {}) })
    expect((await set()).body.fields).toEqual([{ path: 'reason', message: '请填写修改原因' }])
    expect((await set('按行业核定')).body.data).toBe(true)
    expect((await told('qy2'))[0]!.body).toMatch(/^更新内容：企业类型。/)
  })
})

describe('工作人员修改拓展表', () => {
  let tableId: number
  const tableOf = async (who: string, companyId?: number) =>
    (await archiveOf(who, companyId)).tables.find((one: ArchiveTable) => one.table.id === tableId)!
  const row = (who: string, body: object) => t.as(who).post(`${detail}/saveEntArchiveOtherDetail`, { tableId, companyId: c02, ...body })
  beforeAll(async () => {
    const made = await t.as('front1').post('/api/entExpansionTable/saveOrUpdate', {
      tableName: '检测设备',
      businessType: 'all',
      fields: [
        { fieldName: '名称', fieldType: 'text', required: 1, keyFlag: 1 },
        { fieldName: '保管人', fieldType: 'text', personalFlag: 1 },
      ],
    })
    tableId = made.body.data.id
  })

  it('is refused without the permission and without a reason', async () => {
    expect((await row('leader1', { values: { f1: '三坐标' }, reason: '核实' })).body.code).toBe('FORBIDDEN')
    expect((await row('front1', { values: { f1: '三坐标' } })).body.fields).toEqual([{ path: 'reason', message: '请填写修改原因' }])
    expect((await tableOf('qy2')).total).toBe(0)
  })

  it('adds, changes and deletes a row of a company, each with a notice; persons left blank stay', async () => {
    const made = (await row('front1', { values: { f1: '三坐标', f2: '欧阳若' }, reason: '现场登记' })).body.data
    expect((await told('qy2'))[0]!.body).toBe(
      '更新内容：“检测设备”新增一行。数据来源：部门填报。原因：现场登记。请核对，如有出入可自行更正或联系企业服务中心。',
    )
    const change = { id: made.id, version: made.version, values: { f1: '三坐标测量机' } }
    expect((await row('front1', { ...change, version: 9, reason: '改名' })).body.code).toBe('CONFLICT')
    expect((await row('front1', { ...change, reason: '改名' })).body.data).toEqual({ id: made.id, version: 2 })
    expect((await tableOf('qy2')).rows[0]).toMatchObject({ values: { f1: '三坐标测量机', f2: '欧阳若' }, source: '部门填报' })
    expect((await tableOf('front1', c02)).rows[0]!.values.f2).toBe('欧**')
    const remove = (reason: string) => t.as('front1').post(`${detail}/deleteOtherDetail`, { id: made.id, version: 2, reason })
    expect((await remove('')).body.fields![0]!.path).toBe('reason')
    expect((await remove('重复登记')).body.data).toBe(true)
    expect((await told('qy2')).slice(0, 2).map((n) => n.body.slice(0, 15))).toEqual([
      '更新内容：“检测设备”删除一行',
      '更新内容：“检测设备”修改一行',
    ])
    const reasons = await t.kernel.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('action', 'like', 'expansion.row.%')
      .orderBy('id')
      .execute()
    expect(reasons.map((r) => [r.action, (r.detail as { reason: string }).reason])).toEqual([
      ['expansion.row.add', '现场登记'],
      ['expansion.row.save', '改名'],
      ['expansion.row.delete', '重复登记'],
    ])
  })

  it('the company needs no reason for its own rows and gets no notice', async () => {
    const before = (await told('qy2')).length
    expect((await t.as('qy2').post(`${detail}/saveEntArchiveOtherDetail`, { tableId, values: { f1: '硬度计' } })).body.success).toBe(true)
    expect(await told('qy2')).toHaveLength(before)
  })
})
