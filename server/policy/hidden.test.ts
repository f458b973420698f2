import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { pdf, multipart } from '../kernel/testing/samples.ts'

let t: TestApp
let shown: number
let hidden: number
let formId: number
let caseId: number
const question = { archiveField: 'employees', required: true }
const get = async (path: string, query: object = {}) => (await t.as('editor1').get(path, query as Record<string, unknown>)).body
const post = async (path: string, body: object) => (await t.as('editor1').post(path, body)).body
const saveForm = (policyId: number, more: object = {}) =>
  post('/admin/match/form/saveOrUpdate', { policyId, name: '提问', enableFlag: 0, questions: [question], ...more })
const document = async (policyId: number) => {
  const { payload, headers } = multipart({ name: '通知.pdf', content: pdf(2000) })
  const filePath = (await t.as('editor1').send({ method: 'POST', url: '/files/upload', payload, headers })).body.data.filePath
  return {
    filePath,
    saved: await post('/admin/policy/doc/save', { filePath, fileName: '通知.pdf', policyTitle: '通知', polInfoId: policyId }),
  }
}
let doc: { id: number; version: number }
let file: string

/** editor1 manages only the policies of one level. */
beforeAll(async () => {
  t = await testApp()
  const rows = await t.database.db.selectFrom('policy').select(['id', 'level']).where('state', '=', 2).orderBy('id').execute()
  shown = rows[0]!.id
  hidden = rows.find(({ level }) => level !== rows[0]!.level)!.id
  formId = (await saveForm(hidden)).data.id
  const golden = { policyId: hidden, name: '样例', answers: { employees: 3 }, expect: 'unknown' }
  caseId = (await post('/admin/match/case/saveOrUpdate', golden)).data.id
  const { saved, filePath } = await document(hidden)
  doc = saved.data
  file = filePath
  const [rule] = (await t.as('security1').get('/sys/dataRule/list', { resource: 'policy', pageSize: 100 })).body.data.list.filter(
    (one: { roleName: string }) => one.roleName === '政策编辑人员' || one.roleName.includes('编辑'),
  )
  const { id, version, roleId } = rule
  const lines = [{ field: 'level', op: 'in', values: [rows[0]!.level] }]
  const saveRule = { id, version, roleId, resource: 'policy', scope: 'all', lines }
  const done = (await t.as('security1').post('/sys/dataRule/saveOrUpdate', saveRule)).body
  if (!done.success) throw new Error(JSON.stringify(done))
})

describe('what belongs to a policy is managed only by staff who may see the policy', () => {
  it('match forms are not listed, changed, tried or deleted, and their questions are not read', async () => {
    expect((await get('/admin/match/form/queryDataList')).data.list.filter((f: { policyId: number }) => f.policyId === hidden)).toEqual([])
    expect((await saveForm(hidden)).code).toBe('NOT_FOUND')
    expect((await saveForm(shown, { id: formId, version: 1 })).code, 'a hidden form is not moved to a policy of one’s own').toBe(
      'NOT_FOUND',
    )
    expect((await post('/admin/match/form/try', { policyId: hidden, name: '提问', enableFlag: 0, questions: [question] })).code).toBe(
      'NOT_FOUND',
    )
    expect((await get('/admin/match/form/queryQuestionList', { id: formId })).success).toBe(false)
    expect((await get('/admin/match/form/delete', { id: formId })).code).toBe('NOT_FOUND')
    expect((await saveForm(shown)).success).toBe(true)
  })
  it('golden cases are not read, run or deleted', async () => {
    expect((await get('/admin/match/case/list', { policyId: hidden })).code).toBe('NOT_FOUND')
    expect((await post('/admin/match/case/run', { policyId: hidden })).code).toBe('NOT_FOUND')
    expect((await t.as('editor1').form('/admin/match/case/delete', { id: String(caseId) })).body.code).toBe('NOT_FOUND')
    expect((await t.as('leader1').get('/admin/match/case/list', { policyId: hidden })).body.data).toHaveLength(1)
    expect((await get('/admin/match/case/list', { policyId: shown })).success).toBe(true)
  })
  it('whitelists are not read or changed', async () => {
    const companyId = (await t.as('qy2').get('/ent/company/info/queryCompanyIdByToken')).body.data
    expect((await get('/admin/policyCalculator/listEntWhitelist', { policyId: hidden })).code).toBe('NOT_FOUND')
    expect((await post('/admin/policyCalculator/addEntWhitelist', { policyId: hidden, companyIds: [companyId] })).code).toBe('NOT_FOUND')
    const codes = ['91330521MA2B000002']
    expect((await post('/admin/policyCalculator/deleteEntWhitelist', { policyId: hidden, codes })).code).toBe('NOT_FOUND')
    expect((await post('/admin/policyCalculator/addEntWhitelist', { policyId: shown, companyIds: [companyId] })).data.added).toBe(1)
  })
  it('documents are not found, read, downloaded or changed, and none is attached to a hidden policy', async () => {
    const ids = (await get('/admin/policy/doc/list', { pageSize: 100 })).data.list.map((d: { id: number }) => d.id)
    expect(ids).not.toContain(doc.id)
    expect((await get('/admin/policy/doc/listByFileName', { fileName: '通知' })).data.total).toBe(0)
    expect((await get('/admin/policy/doc/findById', { id: doc.id })).code).toBe('NOT_FOUND')
    expect((await t.as('editor1').get('/files/download', { filePath: file })).headers['content-type']).not.toContain('pdf')
    expect((await t.as('leader1').get('/files/download', { filePath: file })).headers['content-type']).toContain('pdf')
    expect((await post('/admin/policy/doc/edit', { ...doc, fileName: '改名.pdf' })).code).toBe('NOT_FOUND')
    expect((await t.as('leader1').get('/admin/policy/doc/findById', { id: doc.id })).body.data.fileName).toBe('通知.pdf')
    expect((await document(hidden)).saved.fields).toEqual([{ path: 'polInfoId', message: '所选政策不存在或已被删除' }])
    expect((await document(shown)).saved.success).toBe(true)
  })
  it('is not compared for a review, and no rule is tried for it on all companies', async () => {
    expect((await get('/pol/info/reviewPair', { id: hidden })).code).toBe('NOT_FOUND')
    expect((await get('/pol/revision/compare', { id: hidden })).code).toBe('NOT_FOUND')
    expect((await post('/admin/policy/dryRun/start', { policyId: hidden, rule: {} })).code).toBe('NOT_FOUND')
    expect((await get('/pol/info/reviewPair', { id: shown })).success).toBe(true)
  })
})
