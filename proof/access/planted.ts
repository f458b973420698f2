import { randomBytes } from 'node:crypto'
import type { User } from '../user.ts'

/** The records that one company and one individual leave, each with unique text. */
export interface Planted {
  /** canary → the place where it was left */
  canaries: Map<string, string>
  /** ids of their records, as they occur in addresses */
  ids: Set<string>
  /** keys of private files */
  files: Set<string>
  declarationId: number
}

interface Field {
  key: string
  type: string
  required: boolean
  options?: { value: string }[]
}
interface Project {
  id: number
  state: number
  template: { sections: { fields: Field[] }[]; materials: { key: string; required: boolean; name: string }[] }
}
const PDF = new TextEncoder().encode('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')

/** Returns the answer's data; throws on a refusal, because then nothing would have been planted. */
async function done<T = any>(answer: Promise<{ status: number; text: string; body: { success?: boolean; data?: T } }>): Promise<T> {
  const { status, text, body } = await answer
  if (body.success !== true) throw new Error(`planting was refused (${status}): ${text.slice(0, 600)}`)
  return body.data as T
}

/** Performs every task of a company through HTTP, and binds an individual to it. */
export async function plant(company: User, person: User): Promise<Planted> {
  const canaries = new Map<string, string>()
  const ids = new Set<string>()
  const files = new Set<string>()
  const canary = (where: string) => {
    const word = `canary${randomBytes(5).toString('hex')}`
    canaries.set(word, where)
    return word
  }
  const upload = async (by: User, where: string) => {
    const bytes = new TextEncoder().encode(`${new TextDecoder().decode(PDF)}\n% ${canary(`${where}（内容）`)}`)
    const uploaded = await done<{ filePath: string; fileName: string }>(
      by.upload('/files/upload', { name: `${canary(`${where}（名称）`)}.pdf`, bytes }),
    )
    files.add(uploaded.filePath)
    return uploaded
  }

  // Without consent the archive is closed to everybody, including the company's own calculations.
  await done(company.get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '01' }))
  const archive = await done(company.get('/dynamic/company/info/queryEntArchiveDetail'))
  ids.add(String(archive.companyId))
  await done(
    company.post('/dynamic/company/info/saveEntArchiveDetail', {
      version: archive.version,
      values: { mainProduct: canary('档案 主导产品'), contactPerson: canary('档案 联系人') },
    }),
  )
  const policies = await done<{ list: { id: number }[] }>(company.get('/corp/policy/list', { pageSize: '1' }))
  const polInfoId = policies.list[0]!.id
  ids.add(String(polInfoId))
  const kept = [
    done(company.post('/corp/policyCalculator/save', { answers: {}, name: canary('计算器') })),
    done(company.form('/pol/my/getPolConsult', { polInfoId: String(polInfoId), consultContent: canary('咨询') })),
    done(company.post('/pol/my/subscription/save', { name: canary('订阅'), wish: { q: canary('订阅 词') } })),
    done(company.post('/pol/my/evaluate', { polInfoId, score: 4, content: canary('评价') })),
    done(
      company.post('/imitate/match/log/improveCompanyInfoImitate', { companyInfo: {}, name: canary('模拟') }).then((answer) => ({
        ...answer,
        body: { ...answer.body, data: { id: answer.body.data?.logId } },
      })),
    ),
    done(
      company.post('/dec/evidence/save', {
        name: canary('材料库'),
        kind: 'licence',
        number: canary('材料库 编号'),
        filePath: (await upload(company, '材料库')).filePath,
      }),
    ),
    done(
      company.post('/allowance/submit', {
        projectName: canary('补贴'),
        year: new Date().getFullYear(),
        amount: 1,
        note: canary('补贴 说明'),
        files: [await upload(company, '补贴')],
      }),
    ),
  ]
  for (const made of await Promise.all(kept)) if (made?.id !== undefined) ids.add(String(made.id))

  const declarationId = await declare(company, canary, async (where) => (await upload(company, where)).filePath)
  ids.add(String(declarationId))
  await done(
    person.post('/personal/company/save', {
      code: archive.groups
        .flatMap((group: { fields: { key: string; value: unknown }[] }) => group.fields)
        .find((field: { key: string }) => field.key === 'creditCode').value,
      position: canary('绑定 职务'),
      proofFiles: [await upload(person, '绑定')],
    }),
  )
  const bindings = await done<{ list: { id: number }[] }>(person.get('/personal/company/list'))
  for (const { id } of bindings.list) ids.add(String(id))
  return { canaries, ids, files, declarationId }
}

async function declare(company: User, canary: (where: string) => string, upload: (where: string) => Promise<string>): Promise<number> {
  const { list } = await done<{ list: Project[] }>(company.get('/dec/project/list', { pageSize: '50' }))
  const open = list.find(({ state }) => state === 1)
  if (!open) throw new Error('no project takes declarations')
  const project = await done<Project>(company.get('/dec/project/findById', { id: String(open.id) }))
  const fields = project.template.sections.flatMap((section) => section.fields)
  const values: Record<string, (field: Field) => unknown> = {
    phone: () => '15420001234',
    integer: () => 5,
    money: () => 1.5,
    number: () => 1.5,
    boolean: () => true,
    date: () => '2026-01-05',
    select: (field) => field.options?.[0]?.value,
    text: (field) => (field.key === 'creditCode' ? '91339999MAEF12007U' : canary(`申报 ${field.key}`)),
    textarea: (field) => canary(`申报 ${field.key}`),
  }
  const formData = Object.fromEntries(fields.map((field) => [field.key, (values[field.type] ?? values.text!)(field)]))
  const materials: Record<string, string[]> = {}
  for (const { key } of project.template.materials.filter(({ required }) => required)) materials[key] = [await upload(`申报材料 ${key}`)]
  const draft = await done<{ id: number; version: number }>(
    company.post('/dec/my/save', { projectId: project.id, formData, files: materials }),
  )
  await done(company.post('/dec/my/submit', { id: draft.id, version: draft.version, promise: true }))
  return draft.id
}
