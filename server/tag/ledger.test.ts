import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../kernel/testing/eventually.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { refreshTag } from './smart.ts'
import { refreshScores } from '../matching/scoring/results.ts'

/**
 * What staff see of a company’s archive is in its ledger (G-06); after it withdraws its consent, nothing of its archive can be seen (G-05).
 */
let t: TestApp
let c01: number
let tagId: number
const consent = (who: string, authStatus: '01' | '02') => t.as(who).get('/ent/company/info/setEntExpansionInfoAuth', { authStatus })
const uses = async (): Promise<string[]> =>
  (await t.as('qy1').get('/ent/company/info/listArchiveUse', { pageSize: 100 })).body.data.list.map((u: { purpose: string }) => u.purpose)
const rule = { field: 'employees', op: 'gte', value: 1 }
const attempt = async (rules: unknown) => (await t.as('editor1').post('/tag/info/trySmartTag', { rules })).body.data

beforeAll(async () => {
  t = await testApp()
  await consent('qy1', '02')
  c01 = (await t.as('qy1').get('/ent/company/info/queryCompanyIdByToken')).body.data
  await refreshScores(t.kernel)
  await t.as('editor1').post('/company-code/saveOrUpdate', { companyIds: [c01], enabled: true })
  const saved = await t.as('editor1').post('/tag/info/saveSmartTag', { tagName: '有员工', rules: rule })
  tagId = saved.body.data.id
  await refreshTag(t.kernel, tagId)
})
const name = '云溪县星澜精密轴承有限公司（示例）'

/** Each view of staff that names companies by their archive, and the entry that the company reads. */
const looks: [string, () => Promise<{ body: { success: boolean } }>, 'listed anyway'?][] = [
  ['查看智能标签“有员工”的企业', () => t.as('front1').get('/company/tag/listCompany', { tagId, pageSize: 100 })],
  ['查看智能标签', () => t.as('front1').get('/company/tag/list', { pageSize: 100 }), 'listed anyway'],
  ['查看智能标签', () => t.as('leader1').get('/tag/info/enterpriseTagList', { companyId: c01 }), 'listed anyway'],
  ['查看智能标签“有员工”的企业', () => t.as('leader1').get('/tag/info/history', { tagId, companyId: c01 })],
  ['查看智能标签“有员工”的企业', () => t.as('editor1').get('/company/info/list', { tagId, pageSize: 100 })],
  ['查看智能标签“有员工”的企业', () => t.as('dept1').get('/company/info/facets', { tagId, companyName: '星澜精密' })],
  // M004 is the name of the screen.
  ['查看高新技术企业评分（企业创新能力评价）结果', () => t.as('front1').post('/polHighTechResult/pageResult', { id: 1 })],
  ['查看企业码颜色', () => t.as('front1').get('/company-code/list', { pageSize: 100 }), 'listed anyway'],
]

describe('使用记录', () => {
  it('the trial of a rule counts no fewer than five companies, and then names none', async () => {
    const before = (await uses()).length
    const alone = await attempt({ all: [rule, { field: 'companyName', op: 'eq', value: name }] })
    const few = alone.issues.length ? await attempt({ all: [rule, { field: 'employees', op: 'gte', value: 180 }] }) : alone
    expect(few).toMatchObject({ matched: null, list: [] })
    expect((await uses()).length).toBe(before)
  })
  it.each(looks)('%s', async (purpose, look) => {
    const before = (await uses()).length
    expect((await look()).body.success).toBe(true)
    const after = await uses()
    expect(after.length).toBe(before + 1)
    expect(after).toContain(purpose)
  })
})

describe('撤回授权之后', () => {
  it('no list, history, figure or file of staff names the company by its archive, and its contact is not shown in clear', async () => {
    const started = (await t.as('editor1').post('/export/start', { bizType: 'tagCompany', filters: { tagId } })).body.data
    const progress = async () => (await t.as('editor1').get('/export/progress', { taskId: started.taskId })).body.data
    await eventually(async () => expect((await progress()).status).toBe(2))
    const { filePath } = await progress()
    expect((await t.as('editor1').get('/files/download', { filePath })).status).toBe(200)
    expect(await uses()).toContain('导出智能标签“有员工”的企业')

    await consent('qy1', '01')
    expect((await t.as('editor1').get('/files/download', { filePath })).body.code).toBe('NOT_FOUND')
    for (const [purpose, look] of looks.filter(([, , anyway]) => !anyway)) {
      const told = JSON.stringify((await look()).body)
      expect([purpose, told.includes('星澜')]).toEqual([purpose, false])
    }
    expect(JSON.stringify((await t.as('leader1').get('/tag/info/enterpriseTagList', { companyId: c01 })).body)).not.toContain('有员工')
    const reveal = (field: string) => t.as('front1').post('/company/info/reveal', { id: c01, field, reason: '回访' })
    expect((await reveal('contactPhone')).body.code).toBe('NO_CONSENT')
    expect((await reveal('legalPerson')).body.success).toBe(true)
  })
  it('an export of archives that still waits is stopped with the reason, for its owner to read', async () => {
    await consent('qy1', '02')
    const owner = await t.kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', 'editor1').executeTakeFirstOrThrow()
    const queued = { kind: 'export', state: 'queued', owner_id: owner.id, params: JSON.stringify({ bizType: 'company' }) } as const
    const { id: taskId } = await t.kernel.db.insertInto('task').values(queued).returning('id').executeTakeFirstOrThrow()
    await consent('qy1', '01')
    const stopped = { status: 4, message: '有企业在导出期间撤回了授权，请重新导出' }
    expect((await t.as('editor1').get('/export/progress', { taskId })).body.data).toMatchObject(stopped)
    expect((await t.as('editor1').get('/export/listMy')).body.data).toContainEqual(expect.objectContaining({ taskId, ...stopped }))
  })
  it('those who keep archives are told once a day that a company withdrew, however often it does', async () => {
    const told = async () =>
      (await t.as('front1').get('/sys/notice/list', { pageSize: 50 })).body.data.list.filter(({ title }: { title: string }) =>
        title.includes('撤回企业授权'),
      ).length as number
    const before = await told()
    for (const answer of ['02', '01', '02', '01', '02', '01'] as const) await consent('qy3', answer)
    expect((await told()) - before).toBe(1)
  })
  it('a running export that contains archives is stopped', async () => {
    await consent('qy1', '02')
    const { id } = await t.kernel.db
      .insertInto('task')
      .values({ kind: 'export', state: 'running', owner_id: 1, params: JSON.stringify({ bizType: 'companyArchive' }) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await consent('qy1', '01')
    const row = await t.kernel.db.selectFrom('task').select(['cancel_requested', 'message']).where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toEqual({ cancel_requested: true, message: '有企业在导出期间撤回了授权，请重新导出' })
  })
})
