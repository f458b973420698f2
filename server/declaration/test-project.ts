import type { DeclarationDetail, ProjectDetail, ProjectTemplate, ReviewDetail } from '../../contract/declaration.ts'
import { createUser } from '../identity/index.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import { hashPassword } from '../kernel/access/password.ts'
import type { TestApp } from '../kernel/testing/harness.ts'
import { multipart, pdf } from '../kernel/testing/samples.ts'

/** Answers for the demo's projects; each project takes the ones it asks for. */
export const demoForm = {
  companyName: '云溪县星澜精密轴承有限公司（示例）',
  creditCode: '91339999MAEF12007U',
  legalPerson: '林知远',
  contactPerson: '韩启',
  contactPhone: '15420000000',
  employees: 260,
  talentDoctor: 0,
  talentMaster: 0,
  talentBachelor: 5,
  contractYears: 3,
  amount: 2.5,
  accountName: '云溪县星澜精密轴承有限公司（示例）',
  bankName: '云溪农商银行（示例）',
  accountNo: '9999 0000 0001 0001',
}

/** People and projects for the tests of the declaration process, made over HTTP; each company and project is new. */
export function declarationTests(t: () => TestApp) {
  const as = (who: string | null) => t().as(who)
  const one = async <T>(text: string, values: unknown[] = []) => (await t().database.pool.query(text, values)).rows[0] as T
  let made = 0
  const password = hashPassword('Qifu@2026')
  const officeId = async (code: string) => (await one<{ id: number }>('select id from office where code = $1', [code])).id

  async function staff(userName: string, role: string, officeCode: string): Promise<string> {
    await createUser(
      t().kernel.db,
      systemCall('test'),
      { userName, name: `${userName} 甲`, type: 'YYF', roles: [role], officeCode, passwordHash: await password },
      new Date(),
    )
    return userName
  }
  async function addCompany(): Promise<{ who: string; companyId: number }> {
    made += 1
    const { id: companyId } = await one<{ id: number }>('insert into company (credit_code, name) values ($1, $2) returning id', [
      `9133999900000077${String(made).padStart(2, '0')}`,
      `流程企业${made}`,
    ])
    const who = `flow${made}`
    await createUser(
      t().kernel.db,
      systemCall('test'),
      { userName: who, name: `流程企业${made}`, type: 'QY', roles: ['enterprise'], companyId, passwordHash: await password },
      new Date(),
    )
    return { who, companyId }
  }
  const firm = async (): Promise<string> => (await addCompany()).who
  const upload = async (who: string, name = '材料.pdf') =>
    (await as(who).send({ method: 'POST', url: '/files/upload', ...multipart({ name, content: pdf() }, {}) })).body.data.filePath as string
  const requiredFiles = async (who: string, { template }: ProjectDetail) => {
    const files: Record<string, string[]> = {}
    for (const m of template.materials.filter((x) => x.required)) files[m.key] = [await upload(who)]
    return files
  }
  /** A project of the demo, by the code of its policy. */
  async function demoProject(policyCode: string): Promise<ProjectDetail> {
    const { list } = (await as(null).get('/dec/project/list', { pageSize: 100 })).body.data
    return read(list.find((p: { policyCode: string }) => p.policyCode === policyCode).id)
  }

  const day = 86_400_000
  const at = (days: number) => new Date(Date.now() + days * day).toISOString()
  const payload = async (template: unknown, more: Record<string, unknown> = {}) => ({
    policyId: (await one<{ id: number }>(`select id from policy where code = 'demo-talent'`)).id,
    examineDep: await officeId('jxj'),
    applyStartTime: at(-10),
    applyEndTime: at(30),
    examineStartTime: at(-10),
    examineEndTime: at(90),
    template,
    ...more,
  })
  const save = async (template: unknown, more: Record<string, unknown> = {}) =>
    (await as('editor1').post('/gov/policy/doc/saveProject', await payload(template, more))).body
  async function project(template: Partial<ProjectTemplate> | Record<string, unknown>): Promise<ProjectDetail> {
    made += 1
    const { separateDecision = 'separateDecision' in template ? undefined : false, ...rest } = template as { separateDecision?: boolean }
    const answer = await save({ ...simple(), ...rest, name: `流程项目${made}` }, separateDecision === undefined ? {} : { separateDecision })
    if (!answer.success) throw new Error(JSON.stringify(answer))
    return read(answer.data.id)
  }
  const read = async (id: number) => (await as(null).get<ProjectDetail>('/dec/project/findById', { id })).body.data
  /** The same project with another form. */
  const change = (p: ProjectDetail, template: unknown) =>
    save(template, {
      id: p.id,
      version: p.version,
      applyStartTime: p.applyStartTime,
      applyEndTime: p.applyEndTime,
      examineStartTime: p.examineStartTime,
      examineEndTime: p.examineEndTime,
    })

  const draft = (who: string, projectId: number, formData: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    as(who).post('/dec/my/save', { projectId, formData, files: {}, ...more })
  async function sent(projectId: number, formData: Record<string, unknown> = { title: '甲' }, who?: string) {
    const company = who ?? (await firm())
    const opened = (await draft(company, projectId, formData)).body
    if (!opened.success) throw new Error(JSON.stringify(opened))
    const { id } = opened.data
    const answer = (await as(company).post('/dec/my/submit', { id, version: opened.data.version, promise: true })).body
    if (!answer.success) throw new Error(JSON.stringify(answer))
    return { who: company, id: id as number, version: (opened.data.version as number) + 1 }
  }
  const mine = async (who: string, id: number) => (await as(who).get<DeclarationDetail>('/dec/my/findById', { id })).body.data
  const desk = async (who: string, id: number) => (await as(who).get<ReviewDetail>('/dec/declare/findById', { id })).body
  const versionOf = async (id: number) => (await one<{ version: number }>('select version from declaration where id = $1', [id])).version
  const decide = async (who: string, id: number, reviewState: 'pass' | 'refuse' = 'pass', more: Record<string, unknown> = {}) =>
    (
      await as(who).post('/dec/declare/updateReviewState', {
        id,
        version: await versionOf(id),
        reviewState,
        ...(reviewState === 'refuse' ? { reviewOpinion: '不符合' } : {}),
        ...more,
      })
    ).body
  return {
    as,
    one,
    officeId,
    staff,
    addCompany,
    firm,
    upload,
    requiredFiles,
    demoProject,
    save,
    project,
    read,
    change,
    draft,
    sent,
    mine,
    desk,
    versionOf,
    decide,
  }
}

/** A form with one question, accepted at the front desk. */
export const simple = () => ({
  name: '项目',
  sections: [{ key: 's', title: '内容', fields: [{ key: 'title', label: '名称', type: 'text', required: true }] }],
  materials: [],
  steps: [{ step: 'accept', permission: 'declaration:accept', officeId: null, mode: 'one' }],
})
