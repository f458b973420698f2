import { randomInt } from 'node:crypto'
import type { User } from '../user.ts'

const phone = () => `154${randomInt(2000, 9999)}${randomInt(1000, 9999)}`

async function done<T = any>(answer: Promise<{ status: number; text: string; body: { success?: boolean; data?: T } }>): Promise<T> {
  const { status, text, body } = await answer
  if (body.success !== true) throw new Error(`planting was refused (${status}): ${text.slice(0, 600)}`)
  return body.data as T
}

interface Project {
  id: number
  state: number
  template: {
    sections: { fields: { key: string; type: string; options?: { value: string }[] }[] }[]
    materials: { key: string; required: boolean }[]
  }
}

/** A company fills in its archive and declares; a visitor leaves a number. Returns unique numbers, and where each was entered. */
export async function enterPersonalData(company: User, visitor: User): Promise<Map<string, string>> {
  const phones = new Map<string, string>()
  const entered = (where: string) => {
    const number = phone()
    phones.set(number, where)
    return number
  }
  await done(company.get('/ent/company/info/setEntExpansionInfoAuth', { authStatus: '01' }))
  const archive = await done(company.get('/dynamic/company/info/queryEntArchiveDetail'))
  const values = { contactPhone: entered('档案 联系电话'), legalPersonPhone: entered('档案 法人电话') }
  await done(company.post('/dynamic/company/info/saveEntArchiveDetail', { version: archive.version, values }))
  const feedback = { name: '留言', textarea: '内容', othervalue: '其他', namevalue: '周小溪', phonevalue: entered('留言') }
  await done(visitor.post('/sys/feedback/save', feedback))
  await done(declaration(company, () => entered('申报')))
  return phones
}

async function declaration(company: User, phoneOf: () => string): Promise<any> {
  const { list } = await done<{ list: Project[] }>(company.get('/dec/project/list', { pageSize: '50' }))
  const project = await done<Project>(company.get('/dec/project/findById', { id: String(list.find(({ state }) => state === 1)!.id) }))
  const values: Record<string, (key: string) => unknown> = {
    phone: phoneOf,
    integer: () => 5,
    money: () => 1.5,
    number: () => 1.5,
    boolean: () => true,
    date: () => '2026-01-05',
  }
  const fields = project.template.sections.flatMap((section) => section.fields)
  const formData = Object.fromEntries(
    fields.map(({ key, type, options }) => [
      key,
      values[type]?.(key) ?? options?.[0]?.value ?? (key === 'creditCode' ? '91339999MAEF12007U' : '示例'),
    ]),
  )
  const files: Record<string, string[]> = {}
  for (const { key } of project.template.materials.filter(({ required }) => required)) {
    const bytes = new TextEncoder().encode('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
    files[key] = [(await done<{ filePath: string }>(company.upload('/files/upload', { name: '材料.pdf', bytes }))).filePath]
  }
  const draft = await done<{ id: number; version: number }>(company.post('/dec/my/save', { projectId: project.id, formData, files }))
  return company.post('/dec/my/submit', { id: draft.id, version: draft.version, promise: true })
}

/**
 * Makes records that their owner may delete, deletes them, and returns their words: afterwards none of them may occur anywhere but in the
 * audit log.
 */
export async function leaveAndErase(company: User): Promise<Map<string, string>> {
  const words = new Map<string, string>()
  const word = (where: string) => {
    const made = `eraseme${randomInt(1e9, 9e9)}`
    words.set(made, where)
    return made
  }
  const calculation = await done<{ id: number }>(company.post('/corp/policyCalculator/save', { answers: {}, name: word('计算器') }))
  await done(company.post('/corp/policyCalculator/delete', { id: calculation.id }))
  const simulation = await done<{ logId: number }>(
    company.post('/imitate/match/log/improveCompanyInfoImitate', { companyInfo: {}, name: word('模拟') }),
  )
  await done(company.form('/imitate/match/log/delete', { id: String(simulation.logId) }))
  const wish = await done<{ id: number }>(company.post('/pol/my/subscription/save', { name: word('订阅'), wish: { q: word('订阅 词') } }))
  await done(company.form('/pol/my/subscription/delete', { id: String(wish.id) }))
  const bytes = new TextEncoder().encode(`%PDF-1.4\n% ${word('材料库 文件内容')}\n%%EOF`)
  const { filePath } = await done<{ filePath: string }>(company.upload('/files/upload', { name: `${word('材料库 文件名')}.pdf`, bytes }))
  const evidence = await done<{ id: number }>(company.post('/dec/evidence/save', { name: word('材料库'), kind: 'licence', filePath }))
  await done(company.form('/dec/evidence/delete', { id: String(evidence.id) }))
  return words
}
