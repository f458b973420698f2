import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { isSystemDict, SYSTEM_DICT } from '../contract/dictionary.ts'
import { dictionaryPlaces } from './kernel/offers/dictionary-uses.ts'
import { eventually } from './kernel/testing/eventually.ts'
import { multipart, xlsx } from './kernel/testing/samples.ts'
import { testApp, type TestApp } from './kernel/testing/harness.ts'

const OWN_CODES = '系统规定：代码里有同样编号的固定选项（contract/…/codes.ts、states.ts），记录不从字典取名称，页面上不能改'
const ELSEWHERE =
  '只在第一次启动时写入 appeal_type，此后诉求用 appeal_type 的编号（seed/appeal-desk.ts）；在“诉求类型”维护，字典不能改（ADR 1007）'
/** National standards: records refer to them, and the code has the same options. */
const STANDARDS = ['industry']
const FUTURE = '随平台给出，供企业拓展表、申报表单选用；用到时由这些字段自己登记'
/** Dictionaries without a referrer of their own, each with the reason. */
const withoutUse: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['supportMode policyLevel declareStatus trainStatus unitType riskType authStatus userType appealStatus satisfaction enterpriseScale']
      .join(' ')
      .split(' ')
      .map((type) => [type, OWN_CODES]),
  ),
  ...Object.fromEntries(
    'policyType policyTheme urgency trainType trainForm regTypeNew orgIdType techMaturity techStage cooperationMode ipType rdOrgType enterpriseTag honorLevel'
      .split(' ')
      .map((type) => [type, FUTURE]),
  ),
  appealType: ELSEWHERE,
  contentWord: '检查时按名称比较，不保存编号（server/content/checks.ts）',
}

/** Columns that look like codes of a dictionary, or in which the seed writes codes of streets, and need no registration. */
const notStored: Readonly<Record<string, string>> = {
  'company.street_name': '名称，不是编号',
  'policy.area_name': '名称，不是编号',
  'policy.industries': OWN_CODES,
  'policy_home_value.dict_type': '首页取值自己的类别，不是字典',
  'audit_log.detail': '日志按当时的样子保存，不回头读字典',
  'rights_change.before': '变更申请按当时的样子保存；生效的在 row_rule.lines',
  'rights_change.after': '变更申请按当时的样子保存；生效的在 row_rule.lines',
  'company_facts.facts': '由 company_fact 重算的副本',
  'company_match_row.facts': '由 company_fact 重算的副本',
}

let t: TestApp
let columns: { place: string; table: string; column: string; type: string }[]
beforeAll(async () => {
  t = await testApp()
  const { rows } = await sql<{ table: string; column: string; type: string }>`select c.table_name as "table", c.column_name as "column",
    c.data_type as type from information_schema.columns c join information_schema.tables i using (table_schema, table_name)
    where c.table_schema = 'public' and i.table_type = 'BASE TABLE' and c.data_type in ('text', 'ARRAY', 'jsonb') and c.table_name !~ '^dict_'
    order by 1, 2`.execute(t.kernel.db)
  columns = rows.map((row) => ({ ...row, place: `${row.table}.${row.column}` }))
})
const registered = () => new Set(dictionaryPlaces(t.kernel).flatMap((use) => use.columns))

describe('referrers of dictionaries', () => {
  it('every dictionary has a registered referrer, or a reason why nothing refers to it', async () => {
    const known = (await t.kernel.db.selectFrom('dict_type').select('code').execute()).map(({ code }) => code)
    const used = new Set(dictionaryPlaces(t.kernel).flatMap((use) => use.types ?? []))
    expect(known.length).toBeGreaterThan(40)
    expect(known.filter((code) => !used.has(code) && !withoutUse[code])).toEqual([])
    expect([...used].filter((code) => !known.includes(code) || withoutUse[code])).toEqual([])
    expect(Object.keys(withoutUse).filter((code) => !known.includes(code))).toEqual([])
  })

  it('a dictionary whose options are fixed in code is one that the screen does not change, and no other is', () => {
    const fixed = Object.keys(withoutUse).filter((code) => [OWN_CODES, ELSEWHERE].includes(withoutUse[code]!))
    expect(fixed.length).toBeGreaterThan(10)
    expect(Object.keys(withoutUse).filter(isSystemDict)).toEqual(fixed)
    const used = dictionaryPlaces(t.kernel).flatMap((use) => (use.types ?? []).filter(isSystemDict))
    expect([...new Set(used)]).toEqual(STANDARDS)
  })

  it('the code reads no dictionary that is said to have no referrer', () => {
    const files = globSync(['server/**/*.ts', 'contract/**/*.ts']).filter((file) => !/\.test\.ts$|testing\//.test(file))
    const lines = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => /\bdict/i.test(line)),
    )
    expect(lines.length).toBeGreaterThan(200)
    const named = Object.keys(withoutUse).filter((code) => lines.some((line) => line.includes(`'${code}'`)))
    expect(named).toEqual([])
  })

  it('every column with the name of a dictionary is registered', () => {
    const looks = /^(street|region|industr|area_|product_type|source_type|terms$|guarantee|repay|tech_field|reg_type|id_type|dict_type)/
    const asked = columns.filter(({ column }) => looks.test(column)).map(({ place }) => place)
    expect(asked.length).toBeGreaterThan(8)
    expect(asked.filter((place) => !registered().has(place) && !notStored[place])).toEqual([])
  })

  it('every column in which the demo data holds the code of a street is registered, and every registered column exists', async () => {
    const found: string[] = []
    for (const { table, column, place } of columns) {
      const { rows } =
        await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)}::text ~ '(^|[^0-9])339999[0-9]{3}([^0-9]|$)' limit 1`.execute(
          t.kernel.db,
        )
      if (rows.length > 0) found.push(place)
    }
    expect(found).toContain('company.street_id')
    expect(found.filter((place) => !registered().has(place) && !notStored[place])).toEqual([])
    expect([...registered()].filter((place) => !columns.some((one) => one.place === place))).toEqual([])
  })

  it('every registered query runs, for every dictionary', async () => {
    let run = 0
    for (const { types = ['region'], values, definitions } of dictionaryPlaces(t.kernel))
      for (const type of types)
        for (const query of [values?.(type), definitions?.(type)]) {
          if (!query) continue
          await sql`select value from (${query}) u limit 1`.execute(t.kernel.db)
          run++
        }
    expect(run).toBeGreaterThan(40)
  })
})

describe('a value that records use', () => {
  const send = async (who: string, path: string, body: object) => (await t.as(who).post(path, body)).body
  const admin = async (path: string, query: Record<string, unknown>) => (await t.as('admin1').get(path, query)).body.data

  it('is not deleted, with the count; disabled it is no longer offered, and stored records still show its label', async () => {
    const own = { dictTypeCode: 'guaranteeMode', value: 'grain', label: '粮食仓单' }
    const { id } = (await send('admin1', '/sys/dictValue/saveOrUpdate', own)).data
    const products = async () => (await t.as(null).get('/cms/finance/list', { pageSize: 50 })).body.data.list
    const [first] = await products()
    await t.kernel.db
      .updateTable('finance_product')
      .set({ guarantees: ['grain'] })
      .where('id', '=', first.id)
      .execute()
    const refused = (await t.as('admin1').form('/sys/dictValue/delete', { id: String(id) })).body
    expect(refused).toMatchObject({ code: 'IN_USE', msg: expect.stringContaining('金融产品的担保方式 1 处') })
    expect((await admin('/sys/dictValue/findById', { id })).uses).toEqual([{ title: '金融产品的担保方式', count: 1 }])
    expect((await send('admin1', '/sys/dictValue/saveOrUpdate', { ...own, id, version: 1, enableFlag: 0 })).success).toBe(true)
    const options = (await t.as(null).get('/cms/finance/options')).body.data.guarantee
    expect(options.find(({ value }: { value: string }) => value === 'grain')).toEqual({ value: 'grain', label: '粮食仓单', disabled: true })
    const shown = (await products()).find((one: { id: number }) => one.id === first.id)
    expect(shown.guaranteeNames).toEqual(['粮食仓单'])
  })
})

describe('a dictionary fixed by the system', () => {
  const admin = (path: string, query: Record<string, unknown>) => t.as('admin1').get(path, query)
  const post = async (path: string, body: object) => (await t.as('admin1').post(path, body)).body
  const form = async (path: string, body: Record<string, string>) => (await t.as('admin1').form(path, body)).body

  it('refuses every change of itself and of its values, and says so in the lists', async () => {
    const type = (await admin('/sys/dictType/list', { name: 'supportMode' })).body.data.list[0]
    const value = (await admin('/sys/dictValue/list', { dictTypeCode: 'supportMode' })).body.data.list[0]
    expect(type).toMatchObject({ code: 'supportMode', systemFixed: true })
    const { id, version, code } = type
    expect((await post('/sys/dictType/saveOrUpdate', { id, version, code, name: '方式', enableFlag: 0 })).fields).toEqual([
      { path: 'name', message: SYSTEM_DICT },
    ])
    expect((await form('/sys/dictType/delete', { id: String(id) })).msg).toBe(SYSTEM_DICT)
    const added = { dictTypeCode: 'supportMode', value: 'walk', label: '走查' }
    const renamed = { ...added, id: value.id, version: value.version, value: value.value }
    for (const body of [added, renamed, { ...renamed, label: value.label, enableFlag: 0 }])
      expect((await post('/sys/dictValue/saveOrUpdate', body)).fields).toEqual([{ path: 'label', message: SYSTEM_DICT }])
    expect((await form('/sys/dictValue/delete', { id: String(value.id) })).msg).toBe(SYSTEM_DICT)
    expect((await form('/sys/dictValue/deleteBatch', { ids: String(value.id) })).msg).toBe(SYSTEM_DICT)
    expect((await post('/sys/dictValue/move', { id: value.id, direction: 'down' })).msg).toBe(SYSTEM_DICT)
    expect((await admin('/sys/dictType/options', {})).body.data).toContainEqual(expect.objectContaining({ code, systemFixed: true }))
    expect((await admin('/sys/dictType/list', { name: 'guaranteeMode' })).body.data.list).toMatchObject([{ systemFixed: false }])
  })

  it('is not changed by a sheet; the exported sheet of it may be sent back unchanged', async () => {
    const send = async (content: Buffer) => {
      const { payload, headers } = multipart({ name: '字典.xlsx', content }, {})
      const { body } = await t.as('admin1').send({ method: 'POST', url: '/sys/dictValue/import', payload, headers })
      return eventually(async () => {
        const now = (await t.as('admin1').get('/import/progress', { taskId: body.data.taskId })).body
        expect(now.data.status).not.toBe(1)
        return now.data
      })
    }
    const head = ['字典代码', '代码', '名称', '上级代码', '状态', '颜色', '备注']
    const told = await send(
      await xlsx([head, ['supportMode', '01', '资金补助改', '', '', '', ''], ['policyLevel', '9', '国际级', '', '', '', '']]),
    )
    expect(told).toMatchObject({ addedCount: 0, changedCount: 0 })
    expect(told.errors).toEqual([2, 3].map((row) => ({ row, column: '字典代码', message: SYSTEM_DICT })))
    const { raw } = await admin('/sys/dictValue/export', { dictTypeCode: 'supportMode' })
    expect(await send(raw)).toMatchObject({ addedCount: 0, changedCount: 0, errors: [] })
  })
})
