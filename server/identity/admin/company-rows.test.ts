import { beforeAll, describe, expect, it } from 'vitest'
import { refreshScores } from '../../matching/scoring/results.ts'
import { refreshTag } from '../../tag/smart.ts'
import { eventually } from '../../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../../kernel/testing/harness.ts'
import { multipart, pdf } from '../../kernel/testing/samples.ts'
import { ruleDesk } from './testing/rules.ts'

/** A company or tag that a role's rule excludes: holders of the role see it nowhere, and their counts equal what they see. */
let t: TestApp
let c01: number
let tagId: number
let byHand: number
let bound: { id: number; filePath: string }
let tableId: number
let street: string
const { change, ruleOf, resourceOf } = ruleDesk(() => t)
const name = '星澜精密'
const get = async (who: string, path: string, query: Record<string, unknown> = {}) => (await t.as(who).get(path, query)).body
const post = async (who: string, path: string, body: object) => (await t.as(who).post(path, body)).body
const told = async (look: () => Promise<unknown>) => JSON.stringify(await look()).includes('星澜')

beforeAll(async () => {
  t = await testApp()
  await get('qy1', '/ent/company/info/setEntExpansionInfoAuth', { authStatus: '02' })
  c01 = (await get('qy1', '/ent/company/info/queryCompanyIdByToken')).data
  await refreshScores(t.kernel)
  await post('editor1', '/company-code/saveOrUpdate', { companyIds: [c01], enabled: true })
  tagId = (await post('editor1', '/tag/info/saveSmartTag', { tagName: '有员工', rules: { field: 'employees', op: 'gte', value: 1 } })).data
    .id
  await refreshTag(t.kernel, tagId)
  byHand = (await post('editor1', '/tag/info/save', { tagName: '走访对象', colour: 'grey', sort: 1, enabled: true, visible: true })).data.id
  await post('editor1', '/company/tag/add', { tagIds: [byHand], companyIds: [c01] })

  const company = await t.database.db
    .selectFrom('company')
    .select(['credit_code', 'street_id'])
    .where('id', '=', c01)
    .executeTakeFirstOrThrow()
  street = company.street_id!
  const { payload, headers } = multipart({ name: '授权书.pdf', content: pdf(2000) })
  const { filePath } = (await t.as('gr1').send({ method: 'POST', url: '/files/upload', payload, headers })).body.data
  const asked = { code: company.credit_code, position: '财务负责人', proofFiles: [{ fileName: '授权书.pdf', filePath }] }
  bound = { id: (await post('gr1', '/personal/company/save', asked)).data.id, filePath }

  const table = {
    tableName: '走访记录',
    businessType: 'all',
    filledBy: 'staff',
    fields: [{ fieldName: '走访情况', fieldType: 'text' }],
  }
  tableId = (await post('front1', '/api/entExpansionTable/saveOrUpdate', table)).data.id
  const { fields } = (await get('front1', '/api/entExpansionTable/findById', { id: tableId })).data
  const row = { companyId: c01, tableId, values: { [fields[0].fieldKey]: '设备齐全' }, reason: '走访' }
  await post('front1', '/dynamic/company/info/saveEntArchiveOtherDetail', row)
})

/** Every place where staff see the company. */
const looks: [string, string, () => Promise<unknown>][] = [
  ['列表', 'editor', () => get('editor1', '/company/info/list', { companyName: name })],
  ['选项', 'editor', () => get('editor1', '/company/info/options', { name })],
  [
    '联想',
    'editor',
    async () => {
      // The page is public and ignores a session that ended through a change of rights; so log in again first.
      await get('editor1', '/sys/activeUser/getMenus')
      return get('editor1', '/company/info/queryByName', { name })
    },
  ],
  ['详情', 'editor', () => get('editor1', '/company/info/findById', { id: c01 })],
  ['档案', 'editor', () => get('editor1', '/dynamic/company/info/queryEntArchiveDetail', { companyId: c01 })],
  ['画像', 'editor', () => get('editor1', '/company/portrait/findById', { companyId: c01 })],
  ['企业码列表', 'editor', () => get('editor1', '/company-code/list', { pageSize: 100 })],
  ['企业码', 'editor', () => get('editor1', '/company-code/findById', { companyId: c01 })],
  ['带标签的企业', 'editor', () => get('editor1', '/company/tag/listCompany', { tagId, pageSize: 100 })],
  ['企业与标签', 'editor', () => get('editor1', '/company/tag/list', { keyword: name })],
  ['标签依据', 'editor', () => get('editor1', '/tag/info/explain', { tagId, companyId: c01 })],
  ['标签变动', 'editor', () => get('editor1', '/tag/info/history', { tagId, companyId: c01 })],
  ['智能标签试算', 'editor', () => post('editor1', '/tag/info/trySmartTag', { rules: { field: 'employees', op: 'gte', value: 1 } })],
  ['评分', 'editor', () => post('editor1', '/polHighTechResult/pageResult', { id: 1, pageSize: 100 })],
  ['绑定列表', 'front', () => get('front1', '/personal/company/list')],
  ['绑定', 'front', () => get('front1', '/personal/company/findById', { id: bound.id })],
  ['拓展表数据', 'front', () => get('front1', '/api/entExpansionTable/dataList', { tableId })],
]
const elsewhere = () => ({ scope: 'all', lines: [{ field: 'street', op: 'notIn', values: [street] }] })
const exported = async (who: string, bizType: string, filters: object = {}) => {
  const { total } = (await post(who, '/export/scope', { bizType, filters })).data
  const { taskId } = (await post(who, '/export/start', { bizType, filters })).data
  return eventually(async () => {
    const progress = (await get(who, '/export/progress', { taskId })).data
    expect(progress.status).toBe(2)
    return { total, done: progress.done as number }
  })
}

describe('企业的数据规则', () => {
  it('has fields and no office, and an upgrade gives every role with companies a rule for all of them', async () => {
    const { scopes, fields } = await resourceOf('company')
    expect(scopes.map((one: { value: string }) => one.value)).toEqual(['all'])
    expect(fields.map((one: { key: string }) => one.key)).toEqual(['street', 'industry', 'businessType', 'authStatus'])
    for (const role of ['front', 'dept', 'editor', 'leader'])
      expect(await ruleOf(role, 'company')).toMatchObject({ scope: 'all', idle: false })
  })

  it.each(looks)('%s leaves out excluded companies', async (_, role, look) => {
    expect(await told(look)).toBe(true)
    const restore = await change(role, 'company', elsewhere())
    expect(await told(look)).toBe(false)
    await restore()
    expect(await told(look)).toBe(true)
  })

  it('lists, totals, facets, figures, codes and exports give equal counts', async () => {
    const all = (await get('editor1', '/company/info/list')).data.total as number
    const { n } = await t.database.db
      .selectFrom('company')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('street_id', '=', street)
      .executeTakeFirstOrThrow()
    expect(n).toBeGreaterThan(0)
    const codes = (await get('editor1', '/company-code/statistics')).data
    const tagged = (await get('editor1', '/tag/info/findById', { id: byHand })).data
    expect(tagged.companyCount).toBe(1)
    const restore = await change('editor', 'company', elsewhere())
    const left = all - n
    expect((await get('editor1', '/company/info/list')).data.total).toBe(left)
    const facets = (await get('editor1', '/company/info/facets')).data
    expect(facets.total).toBe(left)
    expect(facets.streetId.some((one: { value: string }) => one.value === street)).toBe(false)
    expect((await get('editor1', '/company/info/overview')).data.items[0]).toMatchObject({ label: '企业总数', value: left })
    const { series } = (await get('editor1', '/company/info/statistics', { by: 'street' })).data
    expect(series[0].data.reduce((sum: number, one: number) => sum + one, 0)).toBe(left)
    expect((await get('editor1', '/company-code/statistics')).data).toMatchObject({ companies: left })
    expect((await get('editor1', '/company-code/statistics')).data.issued).toBeLessThan(codes.issued)
    expect(await exported('editor1', 'company')).toEqual({ total: left, done: left })
    expect((await get('editor1', '/tag/info/findById', { id: byHand })).data.companyCount).toBe(0)
    expect((await get('editor1', '/tag/info/options')).data.find((one: { id: number }) => one.id === byHand).companyCount).toBe(0)
    expect(await exported('editor1', 'tagCompany', { tagId: byHand })).toEqual({ total: 0, done: 0 })
    // The leader has another rule.
    expect((await get('leader1', '/company/info/list')).data.total).toBe(all)
    await restore()
    expect((await get('editor1', '/company/info/list')).data.total).toBe(all)
  })

  it('companies that meet a policy, and their numbers, are limited to the visible ones', async () => {
    const policies = await t.database.db.selectFrom('policy').select('id').where('state', '=', 2).orderBy('id').limit(40).execute()
    const seen = async (policyId: number) =>
      (await get('editor1', '/admin/policyCalculator/matchedCompanies', { policyId, pageSize: 100 })).data
    let met = 0
    for (const { id } of policies) if (JSON.stringify(await seen(id)).includes(name)) met = id
    expect(met).toBeGreaterThan(0)
    const before = await seen(met)
    const restore = await change('editor', 'company', elsewhere())
    const after = await seen(met)
    expect(JSON.stringify(after)).not.toContain(name)
    expect(after.companies).toBeLessThan(before.companies)
    expect(after.total).toBe(after.list.length)
    expect(after.total).toBeLessThan(before.total)
    await restore()
  })

  it('files, changes, tags, codes and imports report the company as absent', async () => {
    expect((await t.as('front1').get('/files/download', { filePath: bound.filePath })).status).toBe(200)
    const rows = (await get('front1', '/api/entExpansionTable/dataList', { tableId })).data.list
    const back = [await change('front', 'company', elsewhere()), await change('editor', 'company', elsewhere())]
    expect((await get('front1', '/files/link', { filePath: bound.filePath })).code).toBe('NOT_FOUND')
    expect((await get('front1', '/files/download', { filePath: bound.filePath })).code).toBe('NOT_FOUND')
    const reason = '走访核实'
    expect((await post('front1', '/company/info/reveal', { id: c01, field: 'contactPhone', reason })).code).toBe('NOT_FOUND')
    const facts = { companyId: c01, source: '市场监管', version: 1, reason, values: {} }
    expect((await post('front1', '/dynamic/company/info/saveEntArchiveDetail', facts)).code).toBe('NOT_FOUND')
    expect((await t.as('front1').form('/company/info/delete', { id: String(c01) })).body.code).toBe('NOT_FOUND')
    expect((await post('front1', '/dynamic/company/info/deleteOtherDetail', { id: rows[0].id, version: 1, reason })).code).toBe('NOT_FOUND')
    expect((await post('front1', '/personal/company/examine', { id: bound.id, version: 1, examineState: 1 })).code).toBe('NOT_FOUND')
    for (const path of ['/company/tag/add', '/company/tag/remove'])
      expect((await post('editor1', path, { tagIds: [byHand], companyIds: [c01] })).code).toBe('NOT_FOUND')
    expect((await post('editor1', '/company-code/saveOrUpdate', { companyIds: [c01], enabled: false })).code).toBe('NOT_FOUND')
    expect((await post('editor1', '/company-code/refresh', { companyId: c01 })).code).toBe('NOT_FOUND')
    expect((await get('editor1', '/tag/info/enterpriseTagList', { companyId: c01 })).code).toBe('NOT_FOUND')
    const rule = {
      conditions: { all: [{ field: 'revenueY1', op: 'gte', value: 2000, label: '营收不低于2000万元' }] },
      benefits: [{ kind: 'fixed', name: '奖励', amount: 10 }],
    }
    expect((await post('editor1', '/admin/policyCalculator/tryRule', { rule, companyId: c01 })).code).toBe('NOT_FOUND')
    for (const restore of back) await restore()
    expect((await t.as('front1').get('/files/download', { filePath: bound.filePath })).status).toBe(200)
  })

  it('a new binding request notifies only staff who may see the company', async () => {
    const heard = async () => (await get('front1', '/sys/notice/list', { pageSize: 100 })).data.total as number
    const restore = await change('front', 'company', elsewhere())
    const before = await heard()
    expect((await t.as('gr1').form('/personal/company/delete', { id: String(bound.id) })).body.success).toBe(true)
    const { credit_code: code } = await t.database.db
      .selectFrom('company')
      .select('credit_code')
      .where('id', '=', c01)
      .executeTakeFirstOrThrow()
    const { payload, headers } = multipart({ name: '授权书.pdf', content: pdf(2000) })
    const { filePath } = (await t.as('gr1').send({ method: 'POST', url: '/files/upload', payload, headers })).body.data
    const asked = await post('gr1', '/personal/company/save', {
      code,
      position: '会计',
      proofFiles: [{ fileName: '授权书.pdf', filePath }],
    })
    expect(asked.success).toBe(true)
    expect(await heard()).toBe(before)
    await restore()
  })
})

describe('标签的数据规则', () => {
  const smartOnly = { scope: 'all', lines: [{ field: 'kind', op: 'in', values: ['smart'] }] }
  const named = async (look: () => Promise<unknown>) => JSON.stringify(await look()).includes('走访对象')
  it.each<[string, () => Promise<unknown>]>([
    ['列表', () => get('editor1', '/tag/info/list', { pageSize: 100 })],
    ['选项', () => get('editor1', '/tag/info/options')],
    ['树', () => get('editor1', '/tag/info/tree')],
    ['详情', () => get('editor1', '/tag/info/findById', { id: byHand })],
    ['企业的标签', () => get('editor1', '/tag/info/enterpriseTagList', { companyId: c01 })],
    ['企业与标签', () => get('editor1', '/company/tag/list', { keyword: name })],
    ['画像', () => get('editor1', '/company/portrait/findById', { companyId: c01 })],
    ['依据', () => get('editor1', '/tag/info/explain', { tagId: byHand, companyId: c01 })],
  ])('%s leaves out what the rule leaves out', async (_, look) => {
    expect(await named(look)).toBe(true)
    const restore = await change('editor', 'tag', smartOnly)
    expect(await named(look)).toBe(false)
    await restore()
    expect(await named(look)).toBe(true)
  })

  it('nobody finds, counts, exports, assigns or changes companies by a tag that they may not see', async () => {
    const members = async () => (await get('editor1', '/company/tag/listCompany', { tagId: byHand })).data.total
    const found = async () => (await get('editor1', '/company/info/list', { tagId: byHand })).data.total
    expect([await members(), await found()]).toEqual([1, 1])
    const restore = await change('editor', 'tag', smartOnly)
    expect([await members(), await found()]).toEqual([0, 0])
    expect((await get('editor1', '/company/info/facets', { tagId: byHand })).data.total).toBe(0)
    expect((await get('editor1', '/company/tag/list', { tagId: byHand })).data.total).toBe(0)
    expect(await exported('editor1', 'tagCompany', { tagId: byHand })).toEqual({ total: 0, done: 0 })
    expect(await exported('editor1', 'company', { tagId: byHand })).toEqual({ total: 0, done: 0 })
    expect((await get('editor1', '/tag/info/history', { tagId: byHand })).code).toBe('NOT_FOUND')
    expect((await post('editor1', '/company/tag/remove', { tagIds: [byHand], companyIds: [c01] })).code).toBe('NOT_FOUND')
    const change1 = { id: byHand, version: 1, tagName: '改名', colour: 'grey', sort: 1, enabled: true, visible: true }
    expect((await post('editor1', '/tag/info/save', change1)).code).toBe('NOT_FOUND')
    expect((await t.as('editor1').form('/tag/info/delete', { id: String(byHand) })).body.code).toBe('NOT_FOUND')
    // The company itself still reads its own data.
    expect(JSON.stringify(await get('qy1', '/tag/info/enterpriseTagList'))).toContain('走访对象')
    await restore()
    expect([await members(), await found()]).toEqual([1, 1])
  })
})

describe('免申即享名单的导出', () => {
  it('contains the rows of a visible list, and none of another', async () => {
    const { id } = await t.database.db
      .selectFrom('direct_list')
      .select('id')
      .where('state', 'not in', ['draft', 'cancelled'])
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const { total } = (await get('leader1', '/direct/list/rows', { listId: id })).data
    expect(total).toBeGreaterThan(0)
    expect(await exported('leader1', 'direct', { listId: id })).toEqual({ total, done: total })
    const restore = await change('leader', 'direct', { scope: 'all', lines: [{ field: 'state', op: 'in', values: ['cancelled'] }] })
    expect(await exported('leader1', 'direct', { listId: id })).toEqual({ total: 0, done: 0 })
    await restore()
  })
})

it('a file of a policy that the user may not see does not open', async () => {
  const { payload, headers } = multipart({ name: '申报指南.pdf', content: pdf(2000) })
  const { filePath } = (await t.as('editor1').send({ method: 'POST', url: '/files/upload', payload, headers })).body.data
  const { id, state } = await t.database.db.selectFrom('policy').select(['id', 'state']).orderBy('id').executeTakeFirstOrThrow()
  await t.database.db
    .updateTable('file')
    .set({ object_type: 'policy', object_id: String(id) })
    .where('key', '=', filePath)
    .execute()
  expect((await t.as('leader1').get('/files/download', { filePath })).status).toBe(200)
  const restore = await change('leader', 'policy', { scope: 'all', lines: [{ field: 'state', op: 'notIn', values: [String(state)] }] })
  expect((await get('leader1', '/files/download', { filePath })).code).toBe('NOT_FOUND')
  await restore()
})
