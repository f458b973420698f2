import { beforeAll, describe, expect, it } from 'vitest'
import { movableClock } from '../kernel/clock.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import type { ImportState } from '../../contract/imports.ts'
import type { TagNode, TagReason } from '../../contract/tag.ts'
import { multipart, xlsx } from '../kernel/testing/samples.ts'
import { runRecurring } from '../kernel/jobs/jobs.ts'

const clock = movableClock('2026-11-21T02:00:00Z')
const authUrl = '/ent/company/info/setEntExpansionInfoAuth'
let t: TestApp
let c01: number
let c02: number
let ids: Record<string, number>
beforeAll(async () => {
  t = await testApp({ clock })
  c01 = (await t.as('qy1').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
  c02 = (await t.as('qy2').get<number>('/ent/company/info/queryCompanyIdByToken')).body.data
  ids = Object.fromEntries(
    (await t.as('editor1').get('/tag/info/options', { type: 2 })).body.data.map((o: { id: number; tagName: string }) => [o.tagName, o.id]),
  )
})
const find = async (id: number) => (await t.as('editor1').get('/tag/info/findById', { id })).body.data
const members = async (tagId: number, query: object = {}) =>
  (await t.as('front1').get('/company/tag/listCompany', { tagId, pageSize: 100, ...query })).body.data as {
    total: number
    list: { id: number; companyName: string }[]
  }
const namesOf = async (who: string, companyId?: number) =>
  (await t.as(who).get('/tag/info/enterpriseTagList', { companyId })).body.data.map((w: { tagName: string }) => w.tagName)
const smart = (tagName: string, rules: unknown, more: object = {}) =>
  t.as('editor1').post('/tag/info/saveSmartTag', { tagName, rules, ...more })
const refreshed = (id: number) => eventually(async () => expect((await find(id)).refresh).toMatchObject({ state: 'done' }))

describe('标签', () => {
  it('is read by staff with tag:read and changed only by those with tag:manage', async () => {
    for (const who of ['qy1', 'gr1', 'admin1']) expect((await t.as(who).get('/tag/info/list')).body.code).toBe('FORBIDDEN')
    for (const who of ['front1', 'leader1']) {
      expect((await t.as(who).get('/tag/info/list')).body.success).toBe(true)
      expect((await t.as(who).post('/tag/info/save', { tagName: '测试' })).body.code).toBe('FORBIDDEN')
    }
  })

  it('options (K044, type=2) are the tags that companies can have; the tree contains all', async () => {
    expect((await t.as('editor1').get('/tag/info/options', { type: 3 })).status).toBe(400)
    expect(Object.keys(ids)).toContain('高新技术企业')
    expect(Object.keys(ids)).not.toContain('资质荣誉')
    const tree = (await t.as('front1').get<TagNode[]>('/tag/info/tree')).body.data
    expect(tree.find((n) => n.tagName === '资质荣誉')!.children.map((n) => n.tagName)).toEqual([
      '高新技术企业',
      '专精特新企业',
      '高企培育对象',
    ])
  })

  it('refuses a second tag of the same name, a third level and a stale version; deletes headings only when empty', async () => {
    const save = (body: object) => t.as('editor1').post('/tag/info/save', body)
    expect((await save({ tagName: ' ' })).body.fields).toEqual([{ path: 'tagName', message: '请输入标签名称' }])
    expect((await save({ tagName: '高新技术企业' })).body.fields).toEqual([{ path: 'tagName', message: '已有同名标签' }])
    const top = (await save({ tagName: '甲类' })).body.data.id
    const leaf = (await save({ tagName: '甲一', parentId: top })).body.data.id
    expect((await save({ tagName: '甲一一', parentId: leaf })).body.fields?.[0]?.message).toBe('标签最多两级')
    expect((await save({ tagName: '乙', parentId: ids['高新技术企业'] })).body.fields?.[0]?.path).toBe('parentId')
    expect((await save({ id: leaf, version: 1, tagName: '甲一号', parentId: top })).body.success).toBe(true)
    expect((await save({ id: leaf, version: 1, tagName: '甲二号', parentId: top })).body.code).toBe('CONFLICT')
    expect((await t.as('editor1').form('/tag/info/delete', { id: String(top) })).body.code).toBe('HAS_CHILDREN')
    expect((await t.as('editor1').form('/tag/info/deleteBatch', { ids: `${top},${leaf}` })).body.data).toMatchObject({
      successCount: 1,
      failCount: 1,
      list: [
        { id: top, name: '甲类', ok: false, code: 'HAS_CHILDREN' },
        { id: leaf, name: '甲一号', ok: true },
      ],
    })
    expect((await t.as('editor1').form('/tag/info/delete', { id: String(top) })).body.data).toBe(true)
  })
})

describe('给企业挂标签', () => {
  it('one by one and in batch; existing pairs are not written again; each change is in the history', async () => {
    const { id } = (await t.as('editor1').post('/tag/info/save', { tagName: '走访企业', colour: 'amber' })).body.data
    const add = (companyIds: number[], reason = '') => t.as('editor1').post('/company/tag/add', { tagIds: [id], companyIds, reason })
    expect((await t.as('front1').post('/company/tag/add', { tagIds: [id], companyIds: [c01] })).body.code).toBe('FORBIDDEN')
    expect((await add([c01, 999_999])).body.code).toBe('NOT_FOUND')
    expect((await add([c01], '年初走访')).body.data).toEqual({ added: 1, already: 0 })
    expect((await add([c01, c02])).body.data).toEqual({ added: 1, already: 1 })
    expect((await find(id)).companyCount).toBe(2)
    const list = await members(id, { keyword: '星澜' })
    expect(list).toMatchObject({ total: 1, list: [{ id: c01, legalPerson: '林**', legalPersonPhone: '154****0000', source: 'manual' }] })
    expect((await t.as('editor1').post('/company/tag/remove', { tagIds: [id], companyIds: [c01], reason: '重复' })).body.data).toEqual({
      removed: 1,
    })
    expect((await t.as('front1').get('/tag/info/history', { tagId: id, companyId: c01 })).body.data.list).toMatchObject([
      { joined: false, reason: '重复' },
      { joined: true, reason: '年初走访', byName: expect.stringContaining('文清') },
    ])
    const page = (await t.as('front1').get('/company/tag/list', { tagId: id })).body.data
    expect(page).toMatchObject({
      total: 1,
      list: [{ id: c02, tags: expect.arrayContaining([expect.objectContaining({ tagName: '走访企业' })]) }],
    })
  })

  it('filters the list of companies, its facets and its exports, only for users who may read tags', async () => {
    const tagId = ids['高新技术企业']!
    const list = (who: string, query: object = {}) => t.as(who).get('/company/info/list', { pageSize: 100, tagId, ...query })
    const idsOf = (rows: readonly { id: number }[]) => rows.map((r) => r.id).toSorted((a, b) => a - b)
    const carry = idsOf((await members(tagId)).list)
    const { body } = await list('front1')
    expect(idsOf(body.data.list)).toEqual(carry)
    expect(body.data.total).toBe(carry.length)
    expect((await t.as('front1').get('/company/info/list')).body.data.total).toBeGreaterThan(carry.length)
    expect((await t.as('front1').get('/company/info/facets', { tagId })).body.data.total).toBe(carry.length)
    expect((await list('front1', { tagId: 'x' })).status).toBe(400)
    const dept = t.kernel.db.selectFrom('role').select('id').where('code', '=', 'dept')
    await t.kernel.db.deleteFrom('role_permission').where('permission', '=', 'tag:read').where('role_id', '=', dept).execute()
    expect((await t.as('dept2').get('/company/info/list')).body.success).toBe(true)
    expect((await list('dept2')).body.code).toBe('FORBIDDEN')
    expect((await t.as('dept2').get('/company/info/facets', { tagId })).body.code).toBe('FORBIDDEN')
  })

  it('exports do not reveal tags to users who may not read tags; without the filter they can export', async () => {
    const tagId = String(ids['高新技术企业']!)
    const start = async (bizType: string, filters: object) => (await t.as('front1').post('/export/start', { bizType, filters })).body
    const { id } = await t.kernel.db.selectFrom('role').select('id').where('code', '=', 'front').executeTakeFirstOrThrow()
    const right = { role_id: id, permission: 'tag:read' }
    // A process caches a session for a time of the clock.
    const laterOn = () => clock.advance(2000)
    await t.kernel.db.deleteFrom('role_permission').where('permission', '=', right.permission).where('role_id', '=', id).execute()
    laterOn()
    try {
      for (const bizType of ['company', 'companyArchive']) expect((await start(bizType, { tagId })).code).toBe('FORBIDDEN')
      expect(await start('company', {})).toMatchObject({ success: true })
    } finally {
      await t.kernel.db.insertInto('role_permission').values(right).execute()
      laterOn()
    }
    await eventually(async () => expect(await start('company', { tagId })).toMatchObject({ success: true }))
  })

  it('refuses headings (M053, M054), smart tags and disabled tags', async () => {
    const heading = (await t.as('front1').get<TagNode[]>('/tag/info/tree')).body.data.find((n) => n.tagName === '资质荣誉')!
    const add = (tagId: number) => t.as('editor1').post('/company/tag/add', { tagIds: [tagId], companyIds: [c01] })
    expect((await add(heading.id)).body).toMatchObject({
      code: 'TAG_HEADING',
      msg: `不能选择根节点（${heading.tagName}）请重新选择。请选择最小分类。`,
    })
    expect((await add(ids['高新技术企业']!)).body.code).toBe('TAG_SMART')
    const off = (await t.as('editor1').post('/tag/info/save', { tagName: '停用的', enabled: false })).body.data.id
    expect((await add(off)).body.code).toBe('TAG_DISABLED')
  })

  it('shows a company its own tags without those meant for staff', async () => {
    expect((await t.as('gr1').get('/tag/info/enterpriseTagList')).body.code).toBe('FORBIDDEN')
    expect((await t.as('qy1').get('/tag/info/enterpriseTagList', { companyId: c02 })).body.code).toBe('NOT_FOUND')
    const staff = await namesOf('front1', c02)
    expect(staff).toEqual(expect.arrayContaining(['重点挂钩企业', '上市后备企业']))
    expect(await namesOf('qy2')).toContain('上市后备企业')
    expect(await namesOf('qy2')).not.toContain('重点挂钩企业')
  })
})

describe('标签导入', () => {
  const HEAD = ['统一社会信用代码', '企业名称', '标签名称', '操作', '原因']
  const C01 = '91339999MAEF12007U'
  const NAME = '云溪县星澜精密轴承有限公司（示例）'
  const send = async (who: string, rows: (string | null)[][], fields: Record<string, string> = {}) => {
    const { payload, headers } = multipart({ name: '标签.xlsx', content: await xlsx(rows) }, fields)
    const { body } = await t.as(who).send<ImportState>({ method: 'POST', url: '/tag/info/import', payload, headers })
    if (!body.success) return body
    await eventually(async () => {
      body.data = (await t.as(who).get<ImportState>('/import/progress', { taskId: body.data.taskId })).body.data
      expect(body.data.status).not.toBe(1)
    })
    return body
  }

  it('is for users who manage tags; the template contains the header', async () => {
    expect((await send('front1', [HEAD])).code).toBe('FORBIDDEN')
    const template = await t.as('editor1').get('/files/downloadTemplate', { code: 'tagCompany' })
    expect(template.headers['content-disposition']).toContain('xlsx')
    expect(
      (
        await send('editor1', [
          ['企业', '标签'],
          ['甲', '乙'],
        ])
      ).data,
    ).toMatchObject({ status: 3, message: expect.stringContaining('表头有误') })
  })

  it('names row and column of every fault; dry run and all-or-nothing write nothing, 有效行 the good rows, a second run nothing', async () => {
    const { id } = (await t.as('editor1').post('/tag/info/save', { tagName: '导入标签' })).body.data
    const rows = [
      HEAD,
      [C01, NAME, '导入标签', null, '名单一'],
      [C01, '别的企业', '导入标签', null, null],
      ['91339999MAEF99999X', null, '导入标签', null, null],
      [C01, null, '高新技术企业', null, null],
      [C01, null, '资质荣誉', null, null],
      [C01, null, '没有的标签', '删掉', null],
    ]
    const dry = (await send('editor1', rows, { dryRun: 'true' })).data
    expect(dry).toMatchObject({ status: 2, dryRun: true, addedCount: 1, failCount: 5 })
    expect(dry.errors.map((e) => [e.row, e.column])).toEqual([
      // It repeats the row above, and names another company.
      [3, '标签名称'],
      [3, '企业名称'],
      [4, '统一社会信用代码'],
      [5, '标签名称'],
      [6, '标签名称'],
      [7, '操作'],
      [7, '标签名称'],
    ])
    expect((await find(id)).companyCount).toBe(0)
    expect((await send('editor1', rows, { mode: 'all' })).data).toMatchObject({ addedCount: 0, failCount: 5 })
    expect((await find(id)).companyCount).toBe(0)
    const done = (await send('editor1', rows)).data
    expect(done).toMatchObject({ status: 2, addedCount: 1, failCount: 5, failedFile: { fileName: expect.stringContaining('失败行') } })
    expect(await members(id)).toMatchObject({ total: 1, list: [{ id: c01, source: 'import' }] })
    expect((await send('editor1', rows)).data).toMatchObject({ addedCount: 0, sameCount: 1 })
    expect((await t.as('editor1').get('/files/download', { filePath: done.failedFile!.filePath })).status).toBe(200)
    expect((await t.as('front1').get('/files/download', { filePath: done.failedFile!.filePath })).body.code).toBe('NOT_FOUND')
    expect((await send('editor1', [HEAD, [C01, null, '导入标签', '取下', '退出名单']])).data).toMatchObject({ changedCount: 1 })
    expect((await t.as('front1').get('/tag/info/history', { tagId: id })).body.data.list[0]).toMatchObject({
      joined: false,
      reason: '退出名单',
    })
  })
})

describe('智能标签', () => {
  const many = { field: 'employees', op: 'gte', value: 100, label: '职工不少于 100 人' }

  it('refuses rules that the engine cannot use or that can never be met, each at its path', async () => {
    expect((await smart('坏规则', { field: 'revenuY1', op: 'gte', value: 1 })).body.fields).toEqual([
      { path: 'rules.field', message: '没有字段“revenuY1”，是否为“revenueY1”' },
    ])
    const never = { all: [many, { any: [{ field: 'employees', op: 'lt', value: 50 }] }] }
    expect((await smart('永远没有', never)).body.fields).toEqual([
      { path: 'rules.all[1].any[0]', message: '与其他条件矛盾，“职工总数（从业人员）”永远不能满足' },
    ])
    let deep: unknown = many
    for (let i = 0; i < 200; i++) deep = { not: deep }
    expect((await smart('太深', deep)).body.fields?.[0]?.message).toBe('规则嵌套过深')
    expect((await t.as('editor1').post('/tag/info/trySmartTag', { rules: never })).body.data).toMatchObject({
      matched: 0,
      issues: [{ path: 'rules.all[1].any[0]' }],
    })
  })

  it('finds exactly the consenting companies whose facts meet the rule, as in the trial', async () => {
    const tried = (await t.as('editor1').post('/tag/info/trySmartTag', { rules: many })).body.data
    const { data } = (await smart('百人企业', many)).body
    await refreshed(data.id)
    const list = await members(data.id)
    const facts = await t.kernel.db.selectFrom('company_facts').select(['company_id', 'facts', 'authorized']).execute()
    const right = facts.filter((f) => f.authorized && Number(f.facts.employees) >= 100).map((f) => f.company_id)
    expect(right.length).toBeGreaterThan(0)
    expect(list.list.map((m) => m.id)).toEqual(right.toSorted((a, b) => a - b))
    expect(tried).toMatchObject({ issues: [], matched: right.length })
    expect(tried.words).toContain('职工')
    expect(await find(data.id)).toMatchObject({ smartFlag: 1, companyCount: right.length, refresh: { joined: right.length, left: 0 } })
  })

  it('follows a changed rule: companies that no longer meet it lose the tag, with history; an unchanged save keeps it', async () => {
    const { id } = (await smart('跟随', many)).body.data
    await refreshed(id)
    const before = (await members(id)).total
    const kept = await t.as('editor1').post('/tag/info/save', { id, version: 1, tagName: '跟随规则' })
    expect(kept.body.success).toBe(true)
    await smart('跟随规则', { ...many, value: 100_000 }, { id, version: 2 })
    await eventually(async () => expect((await members(id)).total).toBe(0))
    const history = (await t.as('front1').get('/tag/info/history', { tagId: id, pageSize: 100 })).body.data
    expect(history.list.filter((h: { joined: boolean }) => !h.joined)).toHaveLength(before)
    expect(history.list[0]).toMatchObject({ joined: false, reason: '不再符合规则', source: 'smart' })
  })

  it('explains why a company has it or not, condition by condition with source and date', async () => {
    const ask = (who: string, tagId: number, companyId?: number) => t.as(who).get<TagReason>('/tag/info/explain', { tagId, companyId })
    const { id } = (
      await smart('八百人', {
        all: [
          { ...many, value: 800 },
          { field: 'isHNTE', op: 'eq', value: true, label: '高企' },
        ],
      })
    ).body.data
    await refreshed(id)
    const { data } = (await ask('front1', id, c02)).body
    expect(data).toMatchObject({ has: false, consent: true, outdated: false, explanation: { result: 'false' } })
    expect(data.explanation!.children![0]).toMatchObject({
      field: 'employees',
      result: 'false',
      source: expect.any(String),
      gapText: expect.stringContaining('还差'),
    })
    expect((await ask('qy2', id)).body.data.has).toBe(false)
    expect((await ask('qy2', ids['信用风险']!)).body.code).toBe('NOT_FOUND')
    expect((await ask('qy1', id, c02)).body.code).toBe('NOT_FOUND')
    const without = (await ask('front1', id, c01)).body.data
    expect(without).toMatchObject({ has: false, consent: false, explanation: null })
  })

  it('is updated when a company changes its archive, and every night', async () => {
    const { id } = (await smart('万人', { ...many, value: 10_000 })).body.data
    await refreshed(id)
    expect((await members(id)).total).toBe(0)
    const { version } = (await t.as('qy2').get('/dynamic/company/info/findById')).body.data
    expect(
      (await t.as('qy2').post('/dynamic/company/info/saveEntArchiveDetail', { version, values: { employees: 12_000 } })).body.success,
    ).toBe(true)
    await eventually(async () => expect((await members(id)).list.map((m) => m.id)).toEqual([c02]))
    await t.kernel.db.deleteFrom('tag_company').where('tag_id', '=', id).execute()
    await runRecurring(t.kernel, 'tag.refresh')
    expect((await members(id)).total).toBe(1)
  })

  it('refresh is only for smart tags', async () => {
    expect((await t.as('editor1').post('/tag/info/refresh', { id: ids['规上企业'] })).body.success).toBe(true)
    expect((await t.as('editor1').post('/tag/info/refresh', { id: ids['上市后备企业'] })).body.code).toBe('NOT_SMART')
  })
})

describe('撤回授权', () => {
  it('removes the company from every smart tag at the next read, permanently after the update, and keeps tags by hand', async () => {
    const all = { field: 'employees', op: 'gte', value: 0, label: '任何企业' }
    const { id } = (await smart('全部企业', all)).body.data
    await refreshed(id)
    expect((await members(id)).list.map((m) => m.id)).toContain(c02)
    await t.as('qy2').get(authUrl, { authStatus: '01' })
    expect((await members(id)).list.map((m) => m.id)).not.toContain(c02)
    expect((await t.as('front1').get('/company/tag/list', { tagId: id, keyword: '鹿鸣' })).body.data.total).toBe(0)
    const listed = (await t.as('front1').get('/company/info/list', { tagId: id, pageSize: 100 })).body.data.list
    expect(listed.map((c: { id: number }) => c.id)).not.toContain(c02)
    expect(await namesOf('front1', c02)).toEqual(expect.arrayContaining(['重点挂钩企业']))
    expect(await namesOf('front1', c02)).not.toContain('全部企业')
    expect((await t.as('front1').get<TagReason>('/tag/info/explain', { tagId: id, companyId: c02 })).body.data).toMatchObject({
      has: false,
      consent: false,
      explanation: null,
    })
    await eventually(async () => {
      const rows = await t.kernel.db.selectFrom('tag_company').select('source').where('company_id', '=', c02).execute()
      expect(rows.map((r) => r.source)).not.toContain('smart')
    })
    const history = async () => (await t.as('front1').get('/tag/info/history', { tagId: id, companyId: c02 })).body.data
    expect(await history()).toEqual({ total: 0, list: [] })
    const tried = (await t.as('editor1').post('/tag/info/trySmartTag', { rules: all })).body.data
    await t.as('qy2').get(authUrl, { authStatus: '02' })
    await eventually(async () => expect((await members(id)).list.map((m) => m.id)).toContain(c02))
    expect((await history()).list[1]).toMatchObject({ joined: false, reason: '企业撤回授权' })
    expect((await t.as('editor1').post('/tag/info/trySmartTag', { rules: all })).body.data.matched).toBe(tried.matched + 1)
  })
})
