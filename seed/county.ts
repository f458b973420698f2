import county from './data/county-policies.json' with { type: 'json' }
import { levelOptions, POLICY_STATE, supportModeOptions } from '../contract/policy/codes.ts'
import type { ContactUnit } from '../contract/units.ts'
import { UNIT_TYPE_ORGANISER } from '../contract/constants.ts'
import { saveProject } from '../server/declaration/index.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import { addDays, dateOf, today } from '../server/kernel/clock.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { checkedRule, departmentNames, ruleOf, savePolicyRow, type RuleFacts } from '../server/policy/index.ts'
import { countyForm } from './county-form.ts'
import { staff } from './declaration.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'
import { codeOf, COUNTY } from './policy.ts'
import { usualProcess } from './policy-text.ts'

export type CountyPolicy = RuleFacts & {
  id: string
  title: string
  level: string
  issuer: string
  docNo: string
  supportModes: string[]
  industries: string[]
  summary: string
  /** 第一条 …, 第二条 …: every condition and amount of the rule is in one of them */
  articles: string[]
  materials: string[]
  period: string
  /** days from the day of seeding; no end for permanent applications */
  window: [number, number | null]
  contact: { unitName: string; unitContact: string; unitPhone: string }
}
export const countyPolicies = county as unknown as readonly CountyPolicy[]

/** Policies with applications on the platform, and the office that reviews them. */
const projects: Readonly<Record<string, 'jxj' | 'kjj'>> = {
  'yunxi-equipment': 'jxj',
  'yunxi-digital': 'jxj',
  'yunxi-rd': 'kjj',
  'yunxi-hnte-step': 'kjj',
  'yunxi-job-new': 'jxj',
  'yunxi-growth': 'jxj',
  'yunxi-service-scale': 'jxj',
  'yunxi-scale-pool': 'jxj',
}

const escaped = (s: string) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
/** The text of the policy in numbered articles, as a county writes it. */
export const countyText = (p: Pick<CountyPolicy, 'articles'>): string => p.articles.map((article) => `<p>${escaped(article)}</p>`).join('')

const contactsOf = ({ contact }: CountyPolicy): ContactUnit[] => [{ unitType: UNIT_TYPE_ORGANISER, ...contact }] as ContactUnit[]

/** Fictional policies of the demo county; older data folders get them too. */
export const countyPolicySeed: Seed = {
  name: 'county policies',
  demoOnly: true,
  run: (k) =>
    seedOnce(k, 'county policies', () =>
      k.db.transaction().execute(async (db) => {
        const day = today(k.clock)
        const now = k.clock.now().getTime()
        const known = new Set((await db.selectFrom('policy').select('code').execute()).map(({ code }) => code))
        for (const [place, p] of countyPolicies.entries()) {
          if (known.has(p.id)) continue
          const [from, to] = p.window
          await savePolicyRow(db, {
            code: p.id,
            title: p.title,
            docNo: p.docNo,
            depName: p.issuer,
            departments: departmentNames(p.issuer),
            level: codeOf(levelOptions, p.level),
            areaCode: COUNTY[0],
            areaName: COUNTY[1],
            supportModes: p.supportModes.map((label) => codeOf(supportModeOptions, label)),
            industries: p.industries,
            summary: p.summary,
            content: countyText(p),
            period: p.period,
            applyFrom: addDays(day, from),
            applyTo: to === null ? null : addDays(day, to),
            state: POLICY_STATE.published,
            publishTime: new Date(now - (60 + place * 9) * 24 * 3600_000),
            urlType: 0,
            applyUrl: null,
            origin: 'illustrative',
            sources: [],
            sourceNote: '本县演示用示例政策，自行编写，不作为申报依据',
            materials: p.materials.map((name) => ({ name, required: true, note: null })),
            process: usualProcess,
            contactUnits: contactsOf(p),
            supersededBy: null,
            rule: checkedRule(k, ruleOf(p), p.id, p.title),
            effectiveFrom: null,
            effectiveTo: null,
            versionNote: '首次收录',
            author: null,
            at: new Date(now),
          })
        }
      }),
    ),
}

/** Some of them have a project with a form; the others are handled at the office. */
export const countyProjectSeed: Seed = {
  name: 'county projects',
  demoOnly: true,
  run: (k) => seedOnce(k, 'county projects', () => addProjects(k)),
}

async function addProjects(k: Kernel): Promise<void> {
  const editor = await staff(k, 'editor1', ['project:manage'])
  const at = (day: number, time: string) =>
    new Date(`${dateOf(new Date(k.clock.now().getTime() + day * 86_400_000))}T${time}+08:00`).toISOString()
  for (const p of countyPolicies) {
    const code = projects[p.id]
    if (!code) continue
    const { id: policyId } = await k.db.selectFrom('policy').select('id').where('code', '=', p.id).executeTakeFirstOrThrow()
    if (await k.db.selectFrom('project').select('id').where('policy_id', '=', policyId).executeTakeFirst()) continue
    const office = await k.db.selectFrom('office').select('id').where('code', '=', code).executeTakeFirstOrThrow()
    const [from, to] = p.window
    await saveProject(k, systemCall('seed', editor), editor, {
      policyId,
      examineDep: office.id,
      template: countyForm(p, office.id),
      applyStartTime: at(from, '00:00:00'),
      applyEndTime: at(to ?? 90, '23:59:59'),
      examineStartTime: at(from, '00:00:00'),
      examineEndTime: at((to ?? 90) + 30, '23:59:59'),
    })
  }
}
