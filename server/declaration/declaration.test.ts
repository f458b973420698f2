import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DeclarationDetail, ProjectDetail, ReviewDetail } from '../../contract/declaration.ts'
import { readSheet } from '../kernel/sheet/read.ts'
import { movableClock } from '../kernel/clock.ts'
import { testApp, type TestApp } from '../kernel/testing/harness.ts'
import { multipart, pdf, xlsx } from '../kernel/testing/samples.ts'
import { eventually } from '../kernel/testing/eventually.ts'
import { companySeed } from '../../seed/company.ts'
import { declarationSeed } from '../../seed/declaration.ts'
import type { StoredForm } from '../../db/tables/declaration.ts'
import { openForm } from '../form/index.ts'
import { resealForms } from './reseal.ts'
import { declarationTests, demoForm as form } from './test-project.ts'

// The template is seeded with the real clock, so the tests use the day of seeding.
const start = new Date()
const clock = movableClock(start)
const DAY = 86_400_000
let t: TestApp
const { as, one: sqlOne, staff, addCompany, upload, requiredFiles, demoProject } = declarationTests(() => t)
let projects: { talent: ProjectDetail; standard: ProjectDetail; interest: ProjectDetail; scaleUp: ProjectDetail }

beforeAll(async () => {
  t = await testApp({ clock })
  await staff('front2', 'front', 'qfzx')
  projects = {
    talent: await demoProject('demo-talent'),
    standard: await demoProject('demo-patent-standard'),
    interest: await demoProject('demo-micro-interest'),
    scaleUp: await demoProject('demo-scale-up'),
  }
})
/** Acts as if it were `days` later: shifts all periods back instead of the clock, because a moved clock ends every session. */
const onDay = async (days: number, work: () => Promise<void>) => {
  const shift = async (by: number) => {
    await t.database.pool.query(
      `update project set apply_start = apply_start - $1 * interval '1 second', apply_end = apply_end - $1 * interval '1 second', examine_start = examine_start - $1 * interval '1 second', examine_end = examine_end - $1 * interval '1 second'`,
      [by * 86_400],
    )
    await t.database.pool.query(`update declaration set correction_due = correction_due - $1 * interval '1 second'`, [by * 86_400])
  }
  await shift(days)
  try {
    await work()
  } finally {
    await shift(-days)
  }
}

const save = (who: string, body: Record<string, unknown>) => as(who).post('/dec/my/save', body)
const submit = (who: string, id: number, version: number) => as(who).post('/dec/my/submit', { id, version, promise: true })
const mine = async (who: string, id: number) => (await as(who).get<DeclarationDetail>('/dec/my/findById', { id })).body.data
const desk = async (who: string, id: number) => (await as(who).get<ReviewDetail>('/dec/declare/findById', { id })).body
const review = (who: string, id: number, version: number, reviewState: string, more: Record<string, unknown> = {}) =>
  as(who).post('/dec/declare/updateReviewState', { id, version, reviewState, ...more })
const back = (
  who: string,
  id: number,
  version: number,
  fields: { path: string; message: string }[] = [{ path: 'form.talentBachelor', message: '请核对' }],
) => as(who).post('/dec/declare/back', { id, version, reason: '请补正', fields })

/** A complete, unsent declaration of a new company (a company declares once per project). */
async function newDraft(
  project: ProjectDetail = projects.talent,
): Promise<{ who: string; id: number; version: number; files: Record<string, string[]> }> {
  const { who } = await addCompany()
  const files = await requiredFiles(who, project)
  const keys = new Set(project.template.sections.flatMap((x) => x.fields.map((f) => f.key)))
  const formData = Object.fromEntries(Object.entries(form).filter(([key]) => keys.has(key)))
  const opened = (await save(who, { projectId: project.id, formData, files })).body
  if (!opened.success) throw new Error(JSON.stringify(opened))
  return { who, id: opened.data.id, version: opened.data.version, files }
}
async function submitted() {
  const draft = await newDraft()
  const answer = await submit(draft.who, draft.id, draft.version)
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body))
  return { ...draft, version: draft.version + 1, receipt: answer.body.data }
}
async function accepted() {
  const one = await submitted()
  const { data } = (await review('front1', one.id, one.version, 'pass')).body
  return { ...one, version: data.version as number }
}

describe('申报项目', () => {
  const payload = () => ({
    policyId: projects.talent.policyId,
    examineDep: projects.talent.examineDep,
    template: projects.talent.template,
    applyStartTime: '2026-11-01 00:00:00',
    applyEndTime: '2026-12-31 23:59:59',
    examineStartTime: '2026-11-01 00:00:00',
    examineEndTime: '2027-01-31 23:59:59',
  })
  it('can be saved only with project:manage', async () => {
    expect((await t.as(null).post('/gov/policy/doc/saveProject', payload())).status).toBe(401)
    for (const who of ['qy1', 'gr1', 'dept1', 'front1', 'leader1'])
      expect((await as(who).post('/gov/policy/doc/saveProject', payload())).body.code).toBe('FORBIDDEN')
  })

  it('refuses contradictory times (M043, V016, V017), invalid forms and unknown places', async () => {
    const fault = async (change: Record<string, unknown>) =>
      (await as('editor1').post('/gov/policy/doc/saveProject', { ...payload(), ...change })).body.fields
    expect(await fault({ applyEndTime: '2026-11-01 00:00:00', examineStartTime: '2026-11-01' })).toContainEqual({
      path: 'applyEndTime',
      message: '开始时间和结束时间不能相等',
    })
    expect(await fault({ applyEndTime: '2026-10-01' })).toContainEqual({ path: 'applyEndTime', message: '结束时间不能早于开始时间' })
    expect(await fault({ examineEndTime: '2026-12-01' })).toEqual([{ path: 'examineEndTime', message: '审核结束时间不能早于申报结束时间' }])
    expect(await fault({ applyStartTime: '2026-02-30 00:00:00' })).toEqual([
      { path: 'applyStartTime', message: '时间格式应为 YYYY-MM-DD HH:mm' },
    ])
    expect(await fault({ policyId: 999999 })).toEqual([{ path: 'policyId', message: '政策不存在' }])
    expect(await fault({ examineDep: 999999 })).toEqual([{ path: 'examineDep', message: '部门不存在' }])
    const template = projects.talent.template
    expect(await fault({ template: { ...template, steps: [template.steps[1], template.steps[0]] } })).toEqual([
      { path: 'template.steps', message: '审核环节应依次为受理、部门审核、现场核查、专家评审、决定，且不重复' },
    ])
    expect(await fault({ template: { ...template, amountField: 'bankName' } })).toEqual([
      { path: 'template.amountField', message: '申请金额字段应为金额类型的字段' },
    ])
    expect(await fault({ template: { ...template, bankField: 'amount', accountField: 'nowhere' } })).toEqual([
      { path: 'template.bankField', message: '应为单行文本类型的字段' },
      { path: 'template.accountField', message: '应为单行文本类型的字段' },
    ])
    expect(
      await fault({
        template: {
          ...template,
          sections: [{ key: 'a', title: '甲', fields: [{ key: 'x', label: 'X', type: 'text', factKey: 'notAFact' }] }],
          amountField: undefined,
          bankField: undefined,
          accountField: undefined,
        },
      }),
    ).toEqual([{ path: 'template.sections.0.fields.0.factKey', message: '档案中没有字段：notAFact' }])
    expect(
      await fault({
        template: {
          ...template,
          sections: [{ key: 'a', title: '甲', fields: [{ key: 'constructor', label: 'X', type: 'text' }] }],
          amountField: undefined,
          bankField: undefined,
          accountField: undefined,
        },
      }),
    ).toContainEqual({ path: 'template.sections.0.fields.0.key', message: '该标识不可用' })
    expect(await fault({ surprise: 1 })).toEqual([{ path: 'surprise', message: '不支持的字段：surprise' }])
  })

  it('is saved with its template as object or JSON text, changed with its version, and keeps its form after a submission', async () => {
    expect((await as('editor1').post('/gov/policy/doc/saveProject', payload())).body.fields).toEqual([
      { path: 'template.name', message: '该政策下已有同名项目' },
    ])
    const template = { ...projects.talent.template, name: '第二批' }
    const made = await as('editor1').post('/gov/policy/doc/saveProject', { ...payload(), template: JSON.stringify(template) })
    expect(made.body).toMatchObject({ success: true, data: { version: 1 } })
    const { id } = made.body.data
    expect((await as('editor1').post('/gov/policy/doc/saveProject', { ...payload(), id })).body.code).toBe('CONFLICT')
    expect(
      (
        await as('editor1').post('/gov/policy/doc/saveProject', {
          ...payload(),
          id,
          version: 1,
          template: { ...projects.talent.template, name: '改名后的项目' },
        })
      ).body.data,
    ).toEqual({ id, version: 2 })
    await t.database.pool.query('delete from project where id = $1', [id])
    const standing = projects.talent
    const times = {
      applyStartTime: standing.applyStartTime,
      applyEndTime: standing.applyEndTime,
      examineStartTime: standing.examineStartTime,
      examineEndTime: standing.examineEndTime,
    }
    const change = (template: unknown) =>
      as('editor1').post('/gov/policy/doc/saveProject', { ...payload(), ...times, id: standing.id, version: 1, template })
    expect((await change({ ...standing.template, name: '别的' })).body.msg).toBe(
      '已有企业提交申报，项目名称、审核环节、办理时限和所属政策不能再修改',
    )
    expect((await change(standing.template)).body.data).toEqual({ id: standing.id, version: 2 })
  })

  it('has a state by the clock', async () => {
    const at = async (day: number) => {
      clock.set(new Date(start.getTime() + day * DAY))
      const { data } = (await t.as(null).get('/dec/project/findById', { id: projects.talent.id })).body
      clock.set(start)
      return data.stateName
    }
    expect([await at(-31), await at(0), await at(61), await at(91)]).toEqual(['未开始', '申报中', '审核中', '已结束'])
    const list = async (state: number) =>
      (await t.as(null).get('/dec/project/list', { state })).body.data.list
        .map((p: { policyCode: string }) => p.policyCode)
        .filter((code: string) => code.startsWith('demo-'))
    expect(await list(1)).toEqual(['demo-micro-interest', 'demo-patent-standard', 'demo-talent'])
    expect(await list(0)).toEqual(['demo-scale-up'])
    expect((await t.as(null).get('/dec/project/ofPolicy', { policyId: projects.scaleUp.policyId })).body.data).toMatchObject({
      id: projects.scaleUp.id,
      stateName: '未开始',
    })
  })
})

describe('申报前风险核查', () => {
  const check = async (who: string) =>
    (await as(who).get('/policy/doc/checkBeforeDeclaration', { policyId: projects.talent.policyId })).body
  const fact = (company: string, key: string, value: boolean) =>
    t.database.pool.query(
      `update company_facts set facts = facts || jsonb_build_object($2::text, $3::boolean) where company_id = (select id from company where credit_code = $1)`,
      [company, key, value],
    )
  it('is for enterprises only', async () => {
    expect((await t.as(null).get('/policy/doc/checkBeforeDeclaration', { policyId: 1 })).status).toBe(401)
    expect((await check('gr1')).code).toBe('FORBIDDEN')
    expect((await as('qy2').get('/policy/doc/checkBeforeDeclaration', {})).status).toBe(400)
  })
  it('distinguishes blocking results and warnings, with consent (K037, K038, K039)', async () => {
    expect((await check('qy2')).data).toEqual({ riskType: '00', wholeInfo: true, riskList: [] })
    await fact('91339999MAEF12373P', 'wageArrears', true)
    expect((await check('qy2')).data).toEqual({
      riskType: '02',
      wholeInfo: true,
      riskList: [{ riskName: '拖欠工资或欠缴社保', riskCount: 1 }],
    })
    await fact('91339999MAEF12373P', 'abnormalList', true)
    expect((await check('qy2')).data).toMatchObject({
      riskType: '01',
      riskList: [{ riskName: '列入经营异常名录' }, { riskName: '拖欠工资或欠缴社保' }],
    })
    await fact('91339999MAEF12373P', 'wageArrears', false)
    await fact('91339999MAEF12373P', 'abnormalList', false)
  })
  it('without consent does not read the archive: nothing found, nothing asked', async () => {
    await fact('91339999MAEF12007U', 'abnormalList', true)
    expect((await check('qy1')).data).toEqual({ riskType: '00', wholeInfo: true, riskList: [] })
    expect((await as('qy1').get('/dec/my/prefill', { projectId: projects.talent.id })).body.data).toEqual({ authStatus: '00', values: {} })
  })
  it('blocks the submission on the server too when consent was given, whatever the browser sends (M074)', async () => {
    const files = { contracts: [await upload('qy1')], diplomas: [await upload('qy1')] }
    const draft = (await save('qy1', { projectId: projects.talent.id, formData: form, files })).body.data
    await as('qy1').get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '02' })
    expect((await submit('qy1', draft.id, draft.version)).body).toMatchObject({
      success: false,
      code: 'RISK_BLOCKED',
      msg: '企业不可申报该政策',
    })
    expect(await mine('qy1', draft.id)).toMatchObject({ state: 0, declareNo: null })
    await as('qy1').get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '01' })
    expect((await submit('qy1', draft.id, draft.version)).body.success).toBe(true)
    expect((await desk('front1', draft.id)).data).toMatchObject({
      risks: null,
      riskType: null,
      company: { authStatus: '01', completeness: null },
    })
    await fact('91339999MAEF12007U', 'abnormalList', false)
  })
  it('fills the form from the archive with source and date, with consent', async () => {
    const { data } = (await as('qy2').get('/dec/my/prefill', { projectId: projects.talent.id })).body
    expect(data.authStatus).toBe('02')
    expect(data.values).toMatchObject({
      talentDoctor: { value: 1, source: '企业填报' },
      creditCode: { value: '91339999MAEF12373P', source: '市场监管' },
      contactPhone: { value: expect.stringMatching(/^154\d{8}$/) },
    })
    expect(data.values.bankName).toBeUndefined()
  })
})

describe('条件预判', () => {
  const ask = (who: string, formData: Record<string, unknown>) =>
    as(who).post('/dec/my/eligibility', { projectId: projects.talent.id, formData })
  it('is only for enterprises and known projects', async () => {
    expect((await t.as(null).post('/dec/my/eligibility', { projectId: projects.talent.id })).status).toBe(401)
    expect((await ask('front1', {})).body.code).toBe('FORBIDDEN')
    expect((await as('qy2').post('/dec/my/eligibility', { projectId: 999999, formData: {} })).body.code).toBe('NOT_FOUND')
  })

  it('judges only the form without consent, and the archive too with consent', async () => {
    // qy1 has withdrawn its consent, so facts of the archive (five new bachelors, registered in the county) do not count.
    const blank = (await ask('qy1', {})).body.data
    expect(blank).toMatchObject({ consent: false, judgement: { code: 'demo-talent', verdict: 'unknown' } })
    expect(blank.judgement.missing).toContain('countyRegistered')
    const archived = (await ask('qy2', {})).body.data
    expect(archived).toMatchObject({ consent: true, judgement: { verdict: 'match', amount: { max: 11 } } })
    const edited = (await ask('qy2', { talentDoctor: 2, talentMaster: 1, employees: 'not yet a number' })).body.data
    expect(edited.judgement).toMatchObject({ verdict: 'match', amount: { max: 12 } })
    expect((await ask('qy2', { talentDoctor: 0, talentMaster: 0, talentBachelor: 0 })).body.data.judgement.verdict).toMatch(/nomatch|near/)
  })

  it('shows the reviewer what was declared beside the archive, with consent', async () => {
    const { id } = (await as('dept2').get('/dec/declare/list', { companyName: '鹿鸣' })).body.data.list[0]
    const { data } = await desk('dept2', id)
    const check = (key: string) => data.checks!.find((c) => c.key === key)
    expect(check('employees')).toMatchObject({ label: '职工总数', agrees: true, source: '企业填报' })
    expect(check('standardsIndLed')).toMatchObject({ declared: 1, archived: 0, agrees: false })
    expect(data.judgement).toMatchObject({ code: 'demo-patent-standard', verdict: 'match' })
    const withoutConsent = await submitted()
    expect((await desk('front1', withoutConsent.id)).data).toMatchObject({ checks: null, risks: null, judgement: { verdict: 'unknown' } })
  })
})

describe('草稿', () => {
  it('is refused to visitors, individuals and staff', async () => {
    const body = { projectId: projects.talent.id, formData: {}, files: {} }
    expect((await t.as(null).post('/dec/my/save', body)).status).toBe(401)
    expect((await save('gr1', body)).body.code).toBe('FORBIDDEN')
    expect((await save('front1', body)).body.code).toBe('FORBIDDEN')
  })

  it('of another company is absent everywhere', async () => {
    const { id, version } = await newDraft()
    expect((await as('qy2').get('/dec/my/findById', { id })).body.code).toBe('NOT_FOUND')
    expect((await save('qy2', { id, version, projectId: projects.talent.id, formData: {}, files: {} })).body.code).toBe('NOT_FOUND')
    expect((await submit('qy2', id, version)).body.code).toBe('NOT_FOUND')
    expect((await as('qy2').form('/dec/my/withdraw', { id: String(id) })).body.code).toBe('NOT_FOUND')
    expect((await as('qy2').form('/dec/my/delete', { id: String(id) })).body.code).toBe('NOT_FOUND')
    expect((await as('qy2').get('/dec/my/list', { pageSize: 100 })).body.data.list.map((d: { id: number }) => d.id)).not.toContain(id)
    for (const who of ['front1', 'dept1', 'leader1']) {
      expect((await desk(who, id)).code).toBe('NOT_FOUND')
      expect((await as(who).get('/dec/declare/list', { pageSize: 100 })).body.data.list.map((d: { id: number }) => d.id)).not.toContain(id)
    }
    expect((await review('front1', id, version, 'pass')).body.code).toBe('NOT_FOUND')
  })

  it('refuses unknown keys, wrong types and files of others, each at its path, and keeps what was saved', async () => {
    const { who, id, version } = await newDraft()
    const answer = await save(who, {
      id,
      version,
      projectId: projects.talent.id,
      formData: { ...form, employees: '260', revenueY1: 1.23456, contactPhone: '123', surprise: 1 },
      files: {},
    })
    expect(answer.status).toBe(400)
    expect(Object.fromEntries(answer.body.fields!.map((f) => [f.path, f.message]))).toEqual({
      'formData.employees': '应为数字',
      'formData.revenueY1': '金额最多四位小数（精确到元）',
      'formData.contactPhone': '手机号格式错误',
      'formData.surprise': '不支持的字段：surprise',
    })
    expect((await save(who, { id, version, projectId: projects.talent.id, formData: form, state: 'approved' })).body.fields).toEqual([
      { path: 'state', message: '不支持的字段：state' },
    ])
    const foreign = await upload('qy2')
    expect(
      (await save(who, { id, version, projectId: projects.talent.id, formData: form, files: { contracts: [foreign] } })).body.fields,
    ).toEqual([{ path: 'files.contracts', message: '文件不存在或已失效，请重新上传' }])
    const word = (await as(who).send({ method: 'POST', url: '/files/upload', ...multipart({ name: '合同.pdf', content: pdf() }, {}) })).body
      .data.filePath
    expect(
      (await save(who, { id, version, projectId: projects.talent.id, formData: form, files: { nothing: [word] } })).body.fields,
    ).toEqual([{ path: 'files.nothing', message: '不支持的材料：nothing' }])
    expect((await mine(who, id)).formData).toMatchObject({ employees: 260, contactPhone: '15420000000' })
  })

  it('keeps a mobile number in its usual form, however it is written', async () => {
    const { who, id, version } = await newDraft()
    const formData = { ...form, contactPhone: '（+86）154-2000-0009' }
    expect((await save(who, { id, version, projectId: projects.talent.id, formData, files: {} })).body.success).toBe(true)
    expect((await mine(who, id)).formData.contactPhone).toBe('15420000009')
  })

  it('accepts only files of the wanted type and number (V018, V019, V020, M045, M046)', async () => {
    const { who, id, version } = await newDraft(projects.standard)
    const put = async (standardText: string[]) =>
      (await save(who, { id, version, projectId: projects.standard.id, formData: {}, files: { standardText } })).body.fields
    const six: string[] = []
    for (let n = 0; n < 6; n++) six.push(await upload(who))
    expect(await put(six)).toEqual([{ path: 'files.standardText', message: '只能上传5个文件' }])
    expect(await put([six[0]!, six[0]!])).toEqual([{ path: 'files.standardText', message: '同一文件不能重复上传' }])
    const sheet = (
      await as(who).send({ method: 'POST', url: '/files/upload', ...multipart({ name: '名单.xlsx', content: await xlsx([['a']]) }, {}) })
    ).body.data.filePath
    expect(await put([sheet])).toEqual([{ path: 'files.standardText', message: '请上传.pdf、.jpg、.png类型的文件' }])
    await t.database.pool.query('update file set size = 31 * 1024 * 1024 where key = $1', [six[1]])
    expect(await put([six[1]!])).toEqual([{ path: 'files.standardText', message: '文件大小不能大于30M' }])
  })

  it('is one per company and project: a second request to open returns the first unchanged', async () => {
    const { who, id } = await newDraft()
    const again = await save(who, { projectId: projects.talent.id, formData: { employees: 1 }, files: {} })
    expect(again.body.data).toMatchObject({ id, reused: true })
    expect((await mine(who, id)).formData.employees).toBe(260)
  })

  it('refuses a stale version, so that two tabs do not overwrite each other', async () => {
    const { who, id, version } = await newDraft()
    expect((await save(who, { id, version, projectId: projects.talent.id, formData: { employees: 2 }, files: {} })).body.data.version).toBe(
      version + 1,
    )
    expect((await save(who, { id, version, projectId: projects.talent.id, formData: { employees: 3 }, files: {} })).body).toMatchObject({
      code: 'CONFLICT',
      msg: '该草稿已在其他页面保存，请刷新后继续填写',
    })
    expect((await mine(who, id)).formData).toEqual({ employees: 2 })
  })

  it('stores phones encrypted', async () => {
    const { id } = await submitted()
    for (const table of ['declaration', 'declaration_round', 'audit_log']) {
      const { rows } = await t.database.pool.query<{ text: string }>(`select x::text as text from ${table} x`)
      expect(rows.map((r) => r.text).join('\n')).not.toContain('15420000000')
    }
    expect((await desk('front1', id)).data.formData.contactPhone).toBe('154****0000')
  })

  it('asks for the amount that follows from the answers, whatever amount is sent', async () => {
    const { who, id, version } = await newDraft()
    const people = (doctors: number) => ({ ...form, talentDoctor: doctors, talentMaster: 1, talentBachelor: 1, amount: 999 })
    const few = (await save(who, { id, version, projectId: projects.talent.id, formData: people(1), files: {} })).body.data
    expect((await mine(who, id)).formData['amount']).toBe(7.5)
    await save(who, { id, version: few.version, projectId: projects.talent.id, formData: people(40), files: {} })
    expect((await mine(who, id)).formData['amount']).toBe(60)
  })

  it('is deleted by its company, which may then open a new one', async () => {
    const { who, id } = await newDraft()
    expect((await as(who).form('/dec/my/delete', { id: String(id) })).body).toEqual({ success: true, data: true })
    expect((await as(who).get('/dec/my/findById', { id })).body.code).toBe('NOT_FOUND')
    expect((await save(who, { projectId: projects.talent.id, formData: {}, files: {} })).body.data).toMatchObject({ reused: false })
  })
})

describe('提交', () => {
  it('names every missing field and paper', async () => {
    const { who, id, version } = await newDraft()
    const emptied = (
      await save(who, {
        id,
        version,
        projectId: projects.talent.id,
        formData: { ...form, bankName: '  ', talentBachelor: null },
        files: {},
      })
    ).body.data
    const answer = await submit(who, id, emptied.version)
    expect(answer.status).toBe(400)
    expect(answer.body.msg).toBe('有 5 处需要修改')
    expect(answer.body.fields).toEqual([
      { path: 'formData.talentBachelor', message: '请输入本年度新引进本科' },
      { path: 'formData.amount', message: '“申请金额”所依据的内容尚未填写' },
      { path: 'formData.bankName', message: '请输入开户银行' },
      { path: 'files.contracts', message: '请上传劳动合同' },
      { path: 'files.diplomas', message: '请上传学历学位证明' },
    ])
    expect((await as(who).post('/dec/my/submit', { id, version: emptied.version })).body.fields).toEqual([
      { path: 'promise', message: '请先勾选承诺' },
    ])
  })

  it('is refused before and after the application period', async () => {
    const { who, id, version } = await newDraft()
    await onDay(61, async () => {
      expect((await submit(who, id, version)).body).toMatchObject({ code: 'CLOSED', msg: '申报已截止，不能提交' })
    })
    await onDay(-31, async () => {
      expect((await submit(who, id, version)).body).toMatchObject({ code: 'NOT_OPEN' })
    })
    await onDay(61, async () => {
      expect((await save('qy2', { projectId: projects.standard.id, formData: {}, files: {} })).body.data.reused).toBe(true)
    })
    expect((await mine(who, id)).state).toBe(0)
  })

  it('is refused for a policy that was taken down; earlier submissions stay and continue', async () => {
    const standing = await submitted()
    const fresh = await newDraft()
    const published = (state: number) =>
      t.database.pool.query('update policy set state = $2 where id = $1', [projects.talent.policyId, state])
    await published(3)
    expect((await submit(fresh.who, fresh.id, fresh.version)).body).toMatchObject({ code: 'CLOSED', msg: '该政策已下架，暂不能申报' })
    expect((await t.as(null).get('/dec/project/ofPolicy', { policyId: projects.talent.policyId })).body.data).toBeNull()
    expect((await back('front1', standing.id, standing.version)).body.success).toBe(true)
    expect((await submit(standing.who, standing.id, standing.version + 1)).body.success).toBe(true)
    await published(2)
    expect((await submit(fresh.who, fresh.id, fresh.version)).body.success).toBe(true)
  })

  it('a repeated submission makes one declaration with one number and one reply', async () => {
    const { who, id, version } = await newDraft()
    const [first, second] = [await submit(who, id, version), await submit(who, id, version)]
    expect(first.body).toMatchObject({
      success: true,
      data: { id, declareNo: expect.stringMatching(/^SB\d{8}-\d{4,}$/), state: 1, stateName: '已提交，待受理' },
    })
    expect(second.body.data).toEqual(first.body.data)
  })

  it('locks the form; it can be withdrawn until it is accepted', async () => {
    const one = await submitted()
    expect(
      (await save(one.who, { id: one.id, version: one.version, projectId: projects.talent.id, formData: form, files: one.files })).body
        .code,
    ).toBe('LOCKED')
    expect((await as(one.who).form('/dec/my/withdraw', { id: String(one.id), version: String(one.version - 1) })).body.code).toBe(
      'CONFLICT',
    )
    const waits = async () =>
      (await as('front1').get('/sys/notice/list', { kind: 'work', pageSize: 100 })).body.data.list
        .filter((n: { title: string; link: string }) => n.link === `/work/checkmanage?id=${one.id}`)
        .map((n: { read: boolean }) => n.read)
    expect(await waits()).toEqual([false])
    expect((await as(one.who).form('/dec/my/withdraw', { id: String(one.id) })).body.success).toBe(true)
    expect(await waits()).toEqual([true])
    expect(await mine(one.who, one.id)).toMatchObject({
      state: 6,
      stateName: '已撤回',
      allowed: ['save', 'submit', 'remove'],
      declareNo: one.receipt.declareNo,
    })
    const again = await submit(one.who, one.id, one.version + 1)
    expect(again.body.data.declareNo).toBe(one.receipt.declareNo)
    const taken = await accepted()
    expect((await as(taken.who).form('/dec/my/withdraw', { id: String(taken.id) })).body.msg).toBe('审核已开始或已结束，不能撤回')
  })
})

describe('审核', () => {
  it('is refused without the permission, at the wrong step and to another office', async () => {
    const one = await submitted()
    expect(
      (await t.as(null).post('/dec/declare/updateReviewState', { id: one.id, version: one.version, reviewState: 'pass' })).status,
    ).toBe(401)
    expect((await review(one.who, one.id, one.version, 'pass')).body.code).toBe('FORBIDDEN')
    expect((await review('editor1', one.id, one.version, 'pass')).body.code).toBe('FORBIDDEN')
    expect((await review('leader1', one.id, one.version, 'pass')).body.code).toBe('FORBIDDEN')
    expect((await review('dept1', one.id, one.version, 'pass')).body).toMatchObject({ code: 'FORBIDDEN', msg: '该环节不由您所在部门审核' })
    expect((await review('dept2', one.id, one.version, 'pass')).body.code).toBe('NOT_FOUND')
    expect((await desk('dept2', one.id)).code).toBe('NOT_FOUND')
    expect(
      (await as('dept2').get('/dec/declare/list', { pageSize: 100 })).body.data.list.every(
        (d: { depName: string }) => d.depName === '县科技局',
      ),
    ).toBe(true)
    expect((await mine(one.who, one.id)).state).toBe(1)
  })

  it('is refused to an office that sees the project because of another step', async () => {
    const one = await accepted()
    const decides = async (code: string) =>
      t.database.pool.query(
        `update project_step set office_id = (select id from office where code = $2) where project_id = $1 and step = 'decide'`,
        [projects.talent.id, code],
      )
    await decides('kjj')
    expect((await desk('dept2', one.id)).data.allowed).toEqual([])
    expect((await review('dept2', one.id, one.version, 'pass')).body).toMatchObject({ code: 'FORBIDDEN', msg: '该环节不由您所在部门审核' })
    const reviewed = (await review('dept1', one.id, one.version, 'pass')).body.data
    expect((await review('dept1', one.id, reviewed.version, 'pass', { amount: 1 })).body.code).toBe('FORBIDDEN')
    expect((await review('dept2', one.id, reviewed.version, 'pass', { amount: 1 })).body.data.stateName).toBe('已通过')
    await decides('jxj')
  })

  it('is refused to the person who submitted it and to persons of the company', async () => {
    const one = await submitted()
    const front = await sqlOne<{ id: number }>(`select id from sys_user where user_name = 'front2'`)
    await t.database.pool.query('update declaration set submitter_id = $2 where id = $1', [one.id, front.id])
    expect((await review('front2', one.id, one.version, 'pass')).body).toMatchObject({
      code: 'OWN_WORK',
      msg: '不能审核本人录入或提交的申报',
    })
    expect((await desk('front2', one.id)).data.allowed).toEqual([])
    expect(
      (await as('front2').get('/dec/declare/list', { todo: true, pageSize: 100 })).body.data.list.map((d: { id: number }) => d.id),
    ).not.toContain(one.id)
  })

  it('refuses a stale version, a refusal without reason and a time outside the examination period', async () => {
    const one = await submitted()
    expect((await review('front1', one.id, one.version - 1, 'pass')).body.code).toBe('CONFLICT')
    expect((await review('front1', one.id, one.version, 'refuse')).body.fields).toEqual([
      { path: 'reviewOpinion', message: '请填写不予支持的理由' },
    ])
    await onDay(91, async () => {
      expect((await review('front1', one.id, one.version, 'pass')).body.code).toBe('NOT_IN_TIME')
    })
  })

  it('goes accept → department → decision and records the amount', async () => {
    const one = await accepted()
    expect(await mine(one.who, one.id)).toMatchObject({ state: 2, stateName: '审核中', allowed: [] })
    // The company reads one word for all steps of the review, and the list by the word holds it, whichever step names the word.
    for (const group of [2, 7]) {
      const { body } = await as(one.who).get('/dec/my/list', { group, pageSize: 100 })
      expect(body.data.list.map((d: { id: number }) => d.id)).toContain(one.id)
      expect(new Set(body.data.list.map((d: { stateName: string }) => d.stateName))).toEqual(new Set(['审核中']))
    }
    expect((await desk('dept1', one.id)).data).toMatchObject({ stateName: '部门审核中', allowed: ['pass', 'back', 'refuse'] })
    expect((await review('front1', one.id, one.version, 'pass')).body.code).toBe('FORBIDDEN')
    // Seen red: the amount of a step that does not decide was dropped without a word.
    expect((await review('dept1', one.id, one.version, 'pass', { amount: 2 })).body.fields).toEqual([
      { path: 'amount', message: '核定金额在最后一次通过时填写，这一步不填' },
    ])
    const reviewed = (await review('dept1', one.id, one.version, 'pass', { reviewOpinion: '属实' })).body.data
    expect(reviewed.stateName).toBe('待决定')
    expect((await review('dept1', one.id, reviewed.version, 'pass')).body.fields).toEqual([{ path: 'amount', message: '请填写核定金额' }])
    // Seen red: an amount or a ground given with a refusal was dropped without a word.
    const no = { reviewOpinion: '不符合' }
    expect((await review('dept1', one.id, reviewed.version, 'refuse', { ...no, amount: 1 })).body.fields).toEqual([
      { path: 'amount', message: '不予支持时不填核定金额' },
    ])
    const ground = { kind: 'original', words: '已核对本件的材料原件' }
    expect((await review('dept1', one.id, reviewed.version, 'refuse', { ...no, ground })).body.fields).toEqual([
      { path: 'ground', message: '不予支持时不填通过的依据' },
    ])
    expect((await review('dept1', one.id, reviewed.version, 'pass', { amount: 2.6 })).body.fields).toEqual([
      { path: 'amount', message: '核定金额不能大于申请金额 2.5 万元' },
    ])
    expect((await review('dept1', one.id, reviewed.version, 'pass', { amount: 0 })).body.fields).toEqual([
      { path: 'amount', message: '核定金额应大于 0；不予支持的，请选择“不予支持”' },
    ])
    expect((await review('dept1', one.id, reviewed.version, 'pass', { amount: 2.4321 })).body.data.stateName).toBe('已通过')
    expect(await mine(one.who, one.id)).toMatchObject({
      state: 3,
      stateName: '已通过',
      approvedAmount: 2.4321,
      deadline: null,
      allowed: [],
    })
    expect(await sqlOne('select approved_amount from declaration where id = $1', [one.id])).toEqual({ approved_amount: 2432100 })
    const { timeline } = await mine(one.who, one.id)
    expect(timeline.map((e) => [e.actionName, e.who, e.toState])).toEqual([
      ['提交申报', expect.stringMatching(/^流程企业/), '已提交，待受理'],
      ['通过', '县企业综合服务中心', '审核中'],
      ['通过', '县经济和信息化局', '审核中'],
      ['通过', '县经济和信息化局', '已通过'],
    ])
    expect((await desk('dept1', one.id)).data.timeline[2]).toMatchObject({ who: '审核员 江诚（县经济和信息化局）', opinion: '属实' })
    for (const wish of ['pass', 'refuse'])
      expect((await review('dept1', one.id, reviewed.version + 1, wish, { reviewOpinion: '再来' })).body.code).toBe('REFUSED')
  })

  it('returns it with marked fields: only those unlock, and the change is shown beside the old value', async () => {
    const one = await accepted()
    expect((await back('dept1', one.id, one.version, [{ path: 'form.nothing', message: '错' }])).body.fields).toEqual([
      { path: 'fields.0.path', message: '申报表中没有该项：form.nothing' },
    ])
    expect((await as('dept1').post('/dec/declare/back', { id: one.id, version: one.version, reason: ' ', fields: [] })).status).toBe(400)
    const pinned = [
      { path: 'form.talentBachelor', message: '人数与社保不符' },
      { path: 'files.diplomas', message: '缺一份学位证' },
    ]
    const sent = (await back('dept1', one.id, one.version, pinned)).body.data
    expect(sent).toMatchObject({ stateName: '已退回', deadline: expect.stringMatching(/T15:59:59/) })

    const returned = await mine(one.who, one.id)
    expect(returned).toMatchObject({
      state: 4,
      stateName: '待补正',
      deadline: expect.stringMatching(/T15:59:59/),
      unlocked: ['form.talentBachelor', 'files.diplomas'],
      allowed: ['save', 'submit'],
    })
    expect(returned.corrections).toEqual([
      {
        path: 'files.diplomas',
        label: '学历学位证明',
        message: '缺一份学位证',
        oldValue: [expect.objectContaining({ fileName: '材料.pdf' })],
      },
      { path: 'form.talentBachelor', label: '本年度新引进本科', message: '人数与社保不符', oldValue: 5 },
    ])
    const body = {
      id: one.id,
      version: returned.version,
      projectId: projects.talent.id,
      formData: { ...form, talentBachelor: 4, employees: 999 },
      files: { contracts: [await upload(one.who)], diplomas: one.files.diplomas! },
    }
    const locked = await save(one.who, body)
    expect(locked.status).toBe(400)
    expect(locked.body.fields).toEqual([
      { path: 'formData.employees', message: '该项未要求补正，不能修改' },
      { path: 'files.contracts', message: '该项未要求补正，不能修改' },
    ])
    const better = [...one.files.diplomas!, await upload(one.who, '学位证.pdf')]
    const saved = (await save(one.who, { ...body, formData: { ...form, talentBachelor: 4 }, files: { ...one.files, diplomas: better } }))
      .body
    expect(saved.success).toBe(true)
    // Until the correction is sent, staff read the earlier submission.
    expect((await desk('dept1', one.id)).data.formData.talentBachelor).toBe(5)
    expect((await submit(one.who, one.id, saved.data.version)).body.data).toMatchObject({
      declareNo: one.receipt.declareNo,
      stateName: '已提交，待受理',
    })
    const second = (await desk('dept1', one.id)).data
    expect(second).toMatchObject({ round: 2, formData: { talentBachelor: 4 }, previous: { formData: { talentBachelor: 5 } } })
    expect(second.corrections.map((c) => [c.path, c.oldValue])).toContainEqual(['form.talentBachelor', 5])
  })

  it('accepts a correction until the fifth working day, and not after', async () => {
    await t.database.pool.query("update project set apply_end = now() + interval '1 minute' where id = $1", [projects.talent.id])
    const one = await submitted()
    await back('front1', one.id, one.version)
    const { version, deadline } = await mine(one.who, one.id)
    expect((Date.parse(deadline!) - start.getTime()) / DAY).toBeGreaterThan(4.5)
    const saved = (
      await save(one.who, {
        id: one.id,
        version,
        projectId: projects.talent.id,
        formData: { ...form, talentBachelor: 6 },
        files: one.files,
      })
    ).body.data
    const days = (Date.parse(deadline!) - start.getTime()) / DAY
    await onDay(days + 0.001, async () => {
      expect((await submit(one.who, one.id, saved.version)).body).toMatchObject({ code: 'CLOSED', msg: '补正期限已过，不能提交' })
    })
    await onDay(days - 0.001, async () => {
      expect((await submit(one.who, one.id, saved.version)).body.success).toBe(true)
    })
    await t.database.pool.query('update project set apply_end = $2 where id = $1', [projects.talent.id, projects.talent.applyEndTime])
  })

  it('refuses it with a reason; the company may then declare again', async () => {
    const one = await submitted()
    expect((await review('front1', one.id, one.version, 'refuse', { reviewOpinion: '不属于本批次范围' })).body.data.stateName).toBe(
      '未通过',
    )
    const gone = await mine(one.who, one.id)
    expect(gone).toMatchObject({ state: 5, stateName: '不予支持', allowed: [] })
    expect(gone.timeline.at(-1)).toMatchObject({ actionName: '不予支持', opinion: '不属于本批次范围' })
    expect((await save(one.who, { projectId: projects.talent.id, formData: {}, files: {} })).body.data).toMatchObject({ reused: false })
  })

  it('needs two different persons if the project says so', async () => {
    const one = await accepted()
    await t.database.pool.query(`update project_step set mode = 'two' where project_id = $1 and step = 'review'`, [projects.talent.id])
    const first = (await review('dept1', one.id, one.version, 'pass')).body.data
    expect(first.stateName).toBe('部门审核中')
    expect((await review('dept1', one.id, first.version, 'pass')).body.msg).toBe('您已复核通过，需由另一人复核')
    expect((await desk('dept1', one.id)).data.allowed).toEqual(['back', 'refuse'])
    expect((await review('dept3', one.id, first.version, 'pass')).body.data.stateName).toBe('待决定')
    await t.database.pool.query(`update project_step set mode = 'one' where project_id = $1 and step = 'review'`, [projects.talent.id])
  })

  it('handles a batch row by row and reports the result of each', async () => {
    const [a, b, c] = [await submitted(), await submitted(), await accepted()]
    const draft = await newDraft()
    const items = [
      { id: a.id, version: a.version },
      { id: b.id, version: b.version - 1 },
      { id: c.id, version: c.version },
      { id: draft.id, version: draft.version },
    ]
    const { data } = (await as('front1').post('/dec/declare/batchReview', { items, reviewState: 'pass' })).body
    expect(data).toMatchObject({ successCount: 1, failCount: 3 })
    expect(data.list).toEqual([
      { id: a.id, name: a.receipt.declareNo, ok: true, code: '', message: '部门审核中' },
      { id: b.id, name: b.receipt.declareNo, ok: false, code: 'CONFLICT', message: '该申报已被他人处理，请刷新后重试' },
      { id: c.id, name: c.receipt.declareNo, ok: false, code: 'FORBIDDEN', message: '该环节不由您所在部门审核' },
      { id: draft.id, name: '', ok: false, code: 'NOT_FOUND', message: '申报不存在或已删除' },
    ])
    const many = Array.from({ length: 101 }, (_, i) => ({ id: i + 1, version: 1 }))
    expect((await as('front1').post('/dec/declare/batchReview', { items: many, reviewState: 'pass' })).body.fields).toEqual([
      { path: 'items', message: '一次最多 100 项' },
    ])
  })

  it('files of a declaration open for its company and for users who may see it, and for nobody else', async () => {
    const one = await submitted()
    const filePath = one.files.contracts![0]!
    const read = async (who: string) => await as(who).get('/files/download', { filePath })
    expect((await read('qy2')).body?.code).toBe('NOT_FOUND')
    expect((await read('dept2')).body?.code).toBe('NOT_FOUND')
    expect((await read('gr1')).body?.code).toBe('NOT_FOUND')
    for (const who of [one.who, 'front1', 'dept1']) expect((await read(who)).headers['content-type']).toBe('application/pdf')
  })

  it('shows a phone in clear only to its reviewers, with a reason, at most thirty times an hour, and records it', async () => {
    const one = await submitted()
    const reveal = (who: string, body: Record<string, unknown> = {}) =>
      as(who).post('/dec/declare/reveal', { id: one.id, path: 'form.contactPhone', reason: '联系企业核对材料', ...body })
    expect((await reveal('leader1')).body.code).toBe('FORBIDDEN')
    expect((await reveal('dept2')).body.code).toBe('NOT_FOUND')
    expect((await reveal(one.who)).body.code).toBe('FORBIDDEN')
    expect((await reveal('front1', { reason: ' ' })).body.fields).toEqual([{ path: 'reason', message: '请填写查看理由' }])
    expect((await reveal('front1', { path: 'form.legalPerson' })).body.code).toBe('NOT_FOUND')
    expect((await reveal('front1')).body.data).toEqual({ value: '15420000000' })
    expect(
      await sqlOne(`select detail from audit_log where action = 'declaration.pii.reveal' and object_id = $1`, [String(one.id)]),
    ).toEqual({ detail: { field: 'contactPhone', reason: '联系企业核对材料' } })
    for (let i = 1; i < 30; i++) await reveal('front1')
    expect((await reveal('front1')).status).toBe(429)
  })

  it('reads sealed phones after a change of the master key, and seals them again', async () => {
    const one = await submitted()
    const rotated = { ...t.kernel, secret: randomBytes(32), previousSecrets: [t.kernel.secret] }
    expect(await resealForms(rotated)).toBeGreaterThan(1)
    expect(await resealForms(rotated)).toBe(0)
    const { form_data } = await sqlOne<{ form_data: StoredForm }>('select form_data from declaration_round where declaration_id = $1', [
      one.id,
    ])
    expect(openForm({ secret: rotated.secret }, projects.talent.template, form_data).contactPhone).toBe('15420000000')
    expect(() => openForm({ secret: t.kernel.secret }, projects.talent.template, form_data)).toThrow(/key|not configured|changed/)
    expect(await resealForms({ ...t.kernel, previousSecrets: [rotated.secret] })).toBeGreaterThan(1)
    expect((await mine(one.who, one.id)).formData.contactPhone).toBe('15420000000')
  })

  it('exports the list, and nothing to users who may not see it', async () => {
    const exported = async (who: string, bizType: string, filters: Record<string, unknown> = {}) => {
      const started = await as(who).post('/export/start', { bizType, filters })
      if (!started.body.success) return started.body.code
      await eventually(async () =>
        expect((await as(who).get('/export/progress', { taskId: started.body.data.taskId })).body.data.status).toBe(2),
      )
      const { filePath } = (await as(who).get('/export/progress', { taskId: started.body.data.taskId })).body.data
      const path = join(t.database.target.dataDir, `${bizType}.xlsx`)
      await writeFile(path, (await as(who).get('/files/download', { filePath })).raw)
      return (await readSheet(path)).map((row) => row.cells.map(String))
    }
    expect(await exported('qy1', 'declaration')).toBe('FORBIDDEN')
    expect(await exported('editor1', 'declaration')).toBe('FORBIDDEN')
    expect(await exported('dept2', 'company')).toBe('FORBIDDEN')
    const rows = (await exported('dept2', 'declaration')) as string[][]
    const list = (await as('dept2').get('/dec/declare/list', { pageSize: 100 })).body.data
    expect(rows[0]).toContain('受理号')
    expect(
      rows
        .slice(1)
        .map((r) => r[0])
        .filter((no) => no?.startsWith('SB'))
        .toSorted(),
    ).toEqual(list.list.map((d: { declareNo: string }) => d.declareNo).toSorted())
    const companies = (await exported('editor1', 'company', { companyName: '星澜' })) as string[][]
    expect(companies[1]).toEqual(expect.arrayContaining(['云溪县星澜精密轴承有限公司（示例）', '林**', '154****0000']))
  })

  it('lists, filters and counts only what the user may see', async () => {
    const list = async (who: string, query: Record<string, unknown>) =>
      (await as(who).get('/dec/declare/list', { pageSize: 100, ...query })).body.data
    const all = await list('leader1', {})
    expect(all.counts.reduce((n: number, c: { count: number }) => n + c.count, 0)).toBe(all.total)
    expect(all.list.every((d: { allowed: string[]; state: number }) => d.allowed.length === 0 && d.state !== 0)).toBe(true)
    const science = await list('dept2', {})
    expect(science.total).toBe(science.list.length)
    expect(science.total).toBeGreaterThan(0)
    expect(science.total).toBeLessThan(all.total)
    const todo = await list('dept2', { todo: true })
    expect(todo.list.length).toBeGreaterThan(0)
    expect(todo.list.every((d: { allowed: string[] }) => d.allowed.includes('pass'))).toBe(true)
    expect((await as('dept2').get('/dec/declare/statistics')).body.data.todo).toBe(todo.total)
    expect(
      (await list('leader1', { companyName: '鹿鸣' })).list.every((d: { companyName: string }) => d.companyName.includes('鹿鸣')),
    ).toBe(true)
    expect((await as('leader1').get('/dec/declare/list', { state: 99 })).status).toBe(400)
    expect((await as('leader1').get('/dec/declare/list', { sort: 'form_data' })).status).toBe(400)
    expect((await as('editor1').get('/dec/declare/list')).body.code).toBe('FORBIDDEN')
  })
})

describe('演示数据', () => {
  const counts = () =>
    sqlOne(
      'select (select count(*) from company) as companies, (select count(*) from project) as projects, (select count(*) from declaration) as declarations',
    )
  it('are not created twice, and a start that was interrupted continues', async () => {
    const before = await counts()
    await t.database.pool.query(`delete from seed_run where name in ('company', 'declaration')`)
    const lost = await sqlOne<{ id: number }>(
      `select d.id from declaration d join company c on c.id = d.company_id where c.name like '%望江%'`,
    )
    await t.database.pool.query('delete from declaration where id = $1', [lost.id])
    await companySeed.run(t.kernel)
    await declarationSeed.run(t.kernel)
    expect(await counts()).toEqual(before)
    await t.database.pool.query(
      'update declaration set deleted_at = now() where company_id = (select id from company where name like $1)',
      ['%望江%'],
    )
    await declarationSeed.run(t.kernel)
    expect(await counts()).toEqual(before)
  })
})
