import { writeFile } from 'node:fs/promises'
import type { ProjectTemplate } from '../contract/declaration.ts'
import { needsGround } from '../contract/declaration/ground-words.ts'
import { reviewDeclaration, saveDraft, saveProject, sendBack, submit, verdictAt } from '../server/declaration/index.ts'
import type { Actor } from '../server/kernel/actor.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import { dateOf } from '../server/kernel/clock.ts'
import { keepMade, withTemporary } from '../server/kernel/files/files.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { everyRow } from '../server/kernel/access/row-rules.ts'
import { interestForm, scaleUpForm, standardForm, talentForm } from './declaration-forms.ts'
import { addMenus } from './added.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const DAY = 86_400_000
/** The kernel on another day, so that past declarations go through the same use cases as real ones. */
const on = (k: Kernel, day: number): Kernel => {
  const at = new Date(k.clock.now().getTime() + day * DAY)
  return { ...k, clock: { now: () => at } }
}

/** The menu of all declarations, for roles that read, enter or write forms. */
export const declareManageMenu: Seed = {
  name: 'declaremanage menu',
  demoOnly: false,
  run: (k) =>
    addMenus(k, 'declaremanage menu', [
      { name: '申报管理', url: '/work/declaremanage', icon: 'project', roles: ['front', 'dept', 'editor', 'leader'] },
    ]),
}

/** Four projects of the demo county's own policies, with declarations in every state. */
export const declarationSeed: Seed = {
  name: 'declaration',
  demoOnly: true,
  run: (k) => seedOnce(k, 'declaration', async () => seedDeclarations(k, await seedProjects(k))),
}

type ProjectCode = 'talent' | 'standard' | 'interest' | 'scaleUp'

async function seedProjects(k: Kernel): Promise<Record<ProjectCode, number>> {
  const office = async (code: string) =>
    (await k.db.selectFrom('office').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
  const economy = await office('jxj')
  const science = await office('kjj')
  const editor = await staff(k, 'editor1', ['project:manage'])
  const at = (day: number, time: string) => new Date(`${dateOf(on(k, day).clock.now())}T${time}+08:00`).toISOString()
  const add = async (
    policyCode: string,
    examineDep: number,
    template: ProjectTemplate,
    [from, to, examineTo]: [number, number, number],
  ) => {
    const { id: policyId } = await k.db.selectFrom('policy').select('id').where('code', '=', policyCode).executeTakeFirstOrThrow()
    const there = await k.db
      .selectFrom('project')
      .select('id')
      .where('policy_id', '=', policyId)
      .where('name', '=', template.name)
      .executeTakeFirst()
    if (there) return there.id
    const { id } = await saveProject(on(k, Math.min(from, 0)), systemCall('seed', editor), editor, {
      policyId,
      examineDep,
      separateDecision: false,
      template,
      applyStartTime: at(from, '00:00:00'),
      applyEndTime: at(to, '23:59:59'),
      examineStartTime: at(from, '00:00:00'),
      examineEndTime: at(examineTo, '23:59:59'),
    })
    return id
  }
  return {
    talent: await add('demo-talent', economy, talentForm(economy), [-30, 60, 90]),
    standard: await add('demo-patent-standard', science, standardForm(science), [-20, 40, 70]),
    interest: await add('demo-micro-interest', economy, interestForm(economy), [-60, 3, 33]),
    scaleUp: await add('demo-scale-up', economy, scaleUpForm(economy), [25, 115, 145]),
  }
}

/** The history of a declaration, in days from the day of seeding. */
type Step = readonly [day: number, who: 'front1' | 'dept1' | 'dept2', what: 'pass' | 'refuse' | 'back', opinion?: string, amount?: number]
interface Past {
  company: string
  project: ProjectCode
  on: number
  form: Record<string, string | number | boolean>
  steps: Step[]
  draft?: true
}

const talents = (d: number, m: number, b: number) => ({
  talentDoctor: d,
  talentMaster: m,
  talentBachelor: b,
  contractYears: 3,
  amount: d * 5 + m * 2 + b * 0.5,
  bankName: '云溪农商银行（示例）',
})
const standards = (ind: number, names: string) => ({
  standardsIntlLed: 0,
  standardsNatLed: 0,
  standardsIndLed: ind,
  standardNames: names,
  amount: ind * 15,
  bankName: '云溪农商银行（示例）',
})
const loan = (principal: number, interest: number) => ({
  bankOfLoan: '云溪农商银行（示例）',
  loanDate: '2026-03-16',
  loanAmount: principal,
  countyLoanInterest: interest,
  firstLoan: false,
  amount: Math.min(20, interest * 0.2),
  bankName: '云溪农商银行（示例）',
})

const past: Past[] = [
  {
    company: 'C02',
    project: 'interest',
    on: -40,
    form: loan(500, 21.4),
    steps: [
      [-38, 'front1', 'pass', '材料齐全'],
      [-35, 'dept1', 'pass', '利息凭证与合同一致'],
      [-33, 'dept1', 'pass', '同意', 4.28],
    ],
  },
  {
    company: 'C02',
    project: 'talent',
    on: -3,
    form: talents(1, 0, 0),
    steps: [[-2, 'front1', 'back', '社保缴纳记录与引进人数对不上，请核对人数并补充学位证明。']],
  },
  {
    company: 'C02',
    project: 'standard',
    on: -10,
    form: standards(1, '数控机床 可靠性评定（行业标准，示例）'),
    steps: [[-8, 'front1', 'pass', '材料齐全']],
  },
  { company: 'C03', project: 'talent', on: -1, form: talents(0, 2, 6), steps: [] },
  { company: 'C04', project: 'talent', on: -4, form: talents(1, 3, 2), steps: [] },
  { company: 'C06', project: 'standard', on: -2, form: standards(1, '软件研发效能度量（行业标准，示例）'), steps: [] },
  { company: 'C08', project: 'interest', on: -20, form: loan(300, 12.6), steps: [[-18, 'front1', 'pass', '材料齐全']] },
  {
    company: 'C12',
    project: 'interest',
    on: -25,
    form: loan(120, 5.1),
    steps: [
      [-22, 'front1', 'pass', '材料齐全'],
      [-19, 'dept1', 'pass', '初审通过'],
    ],
  },
  {
    company: 'C13',
    project: 'interest',
    on: -30,
    form: loan(80, 3.2),
    steps: [[-28, 'front1', 'refuse', '贷款用途为购房，不属于经营贷款。']],
  },
  { company: 'C11', project: 'talent', on: -5, form: { talentDoctor: 0 }, steps: [], draft: true },
]

async function seedDeclarations(k: Kernel, projects: Record<ProjectCode, number>): Promise<void> {
  const { default: companies } = await import('./data/companies.json', { with: { type: 'json' } })
  const people = {
    front1: await staff(k, 'front1', ['declaration:read', 'declaration:accept']),
    dept1: await staff(k, 'dept1', ['declaration:read', 'declaration:review']),
    dept2: await staff(k, 'dept2', ['declaration:read', 'declaration:review']),
  }
  for (const one of past) {
    const source = companies.find((c) => c.id === one.company)!
    const actor = await enterprise(k, source.creditCode)
    const day = on(k, one.on)
    const head = {
      companyName: source.companyName,
      accountName: source.companyName,
      accountNo: `9999 0000 ${source.id.replace(/\D/g, '').padStart(4, '0')} 0001`,
      creditCode: source.creditCode,
      legalPerson: source.legalPerson,
      contactPerson: source.contactPerson,
      contactPhone: source.contactPhone,
      employees: source.employees,
      revenueY1: source.revenueY1,
    }
    const projectId = projects[one.project]
    const there = await k.db
      .selectFrom('declaration')
      .select('id')
      .where('project_id', '=', projectId)
      .where('company_id', '=', actor.companyId!)
      .limit(1)
      .executeTakeFirst()
    if (there) continue
    const opened = await saveDraft(day, actor, { projectId, formData: { ...head, ...one.form }, files: {} })
    if (one.draft) continue
    const files = await seedFiles(day, opened.id, projectId)
    const saved = await saveDraft(day, actor, {
      id: opened.id,
      version: opened.version,
      projectId,
      formData: { ...head, ...one.form },
      files,
    })
    await submit(day, systemCall('seed', actor), actor, { id: saved.id, version: saved.version })
    for (const [when, who, what, opinion = '', amount] of one.steps) await move(on(k, when), people[who], saved.id, what, opinion, amount)
  }
}

async function move(k: Kernel, actor: Actor, id: number, what: Step[2], opinion: string, amount: number | undefined): Promise<void> {
  const { version } = await k.db.selectFrom('declaration').select('version').where('id', '=', id).executeTakeFirstOrThrow()
  const call = systemCall('seed', actor)
  if (what !== 'back') {
    const verdict = what === 'pass' ? await verdictAt(k, id) : 'none'
    const ground = needsGround(verdict) ? { kind: 'original' as const, words: `已核对申报 ${id} 的材料原件（${opinion}）` } : undefined
    await reviewDeclaration(k, call, actor, { id, version, reviewState: what, reviewOpinion: opinion, amount, ground })
    return
  }
  await sendBack(k, call, actor, {
    id,
    version,
    reason: opinion,
    fields: [
      { path: 'form.talentDoctor', message: '请与社保缴纳记录核对人数' },
      { path: 'files.diplomas', message: '请补充学位证书' },
    ],
  })
}

/** One small PDF per required paper. */
async function seedFiles(k: Kernel, declarationId: number, projectId: number): Promise<Record<string, string[]>> {
  const { template } = await k.db.selectFrom('project').select('template').where('id', '=', projectId).executeTakeFirstOrThrow()
  const files: Record<string, string[]> = {}
  for (const material of template.materials.filter((m) => m.required)) {
    const { filePath } = await withTemporary(k, async (path) => {
      await writeFile(path, buildPdf('Sample attachment of the demo data'))
      return keepMade(k, path, {
        name: `${material.name}（示例）.pdf`,
        mime: 'application/pdf',
        ownerId: null,
        bizType: 'declaration',
        objectType: 'declaration',
        objectId: String(declarationId),
      })
    })
    files[material.key] = [filePath]
  }
  return files
}

export const staff = async (k: Kernel, userName: string, permissions: string[]): Promise<Actor> => {
  const u = await k.db
    .selectFrom('sys_user')
    .select(['id', 'name', 'office_id'])
    .where('user_name', '=', userName)
    .executeTakeFirstOrThrow()
  return {
    userId: u.id,
    sessionId: 'seed',
    type: 'YYF',
    name: u.name,
    companyId: null,
    officeId: u.office_id,
    roles: [],
    permissions: new Set(permissions),
    rules: everyRow(),
  }
}

/** The company's own account if it has one; the other demo companies have none. */
const enterprise = async (k: Kernel, creditCode: string): Promise<Actor> => {
  const c = await k.db
    .selectFrom('company as c')
    .leftJoin('sys_user as u', 'u.company_id', 'c.id')
    .select(['c.id', 'c.name', 'u.id as user_id'])
    .where('c.credit_code', '=', creditCode)
    .executeTakeFirstOrThrow()
  return {
    userId: c.user_id ?? 0,
    sessionId: 'seed',
    type: 'QY',
    name: c.name,
    companyId: c.id,
    officeId: null,
    roles: ['enterprise'],
    permissions: new Set(),
  }
}

/** The smallest one-page PDF that common readers open. */
function buildPdf(text: string): Buffer {
  const stream = `BT /F1 18 Tf 72 770 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((o, i) => {
    const at = body.length
    body += `${i + 1} 0 obj\n${o}\nendobj\n`
    return at
  })
  const start = body.length
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((o) => `${String(o).padStart(10, '0')} 00000 n \n`).join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(body, 'latin1')
}
