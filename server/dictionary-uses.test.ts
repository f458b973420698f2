import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { dictionaryPlaces } from './kernel/offers/dictionary-uses.ts'
import { testApp, type TestApp } from './kernel/testing/harness.ts'

const OWN_CODES = '代码里有同样编号的固定选项（contract/…/codes.ts、states.ts），记录不从字典取名称'
const FUTURE = '随平台给出，供企业拓展表、申报表单选用；用到时由这些字段自己登记'
/** Dictionaries without a referrer of their own, each with the reason. */
const withoutUse: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'supportMode policyLevel policyType policyTheme declareStatus trainStatus unitType riskType authStatus userType appealStatus',
      'urgency satisfaction enterpriseScale trainType trainForm',
    ]
      .join(' ')
      .split(' ')
      .map((type) => [type, OWN_CODES]),
  ),
  ...Object.fromEntries(
    'regTypeNew orgIdType techMaturity techStage cooperationMode ipType rdOrgType enterpriseTag honorLevel'
      .split(' ')
      .map((type) => [type, FUTURE]),
  ),
  appealType: '只在第一次启动时写入 appeal_type，此后诉求用 appeal_type 的编号（seed/appeal-desk.ts）',
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
