import { readFileSync } from 'node:fs'
import { levelOptions, POLICY_STATE, supportModeOptions, type PolicyOrigin } from '../contract/policy/codes.ts'
import { addDays, today } from '../server/kernel/clock.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { checkedRule, departmentNames, ruleOf, savePolicyRow, type RuleFacts } from '../server/policy/index.ts'
import type { Seed } from './index.ts'
import { automaticProcess, policyBody, usualProcess, type PolicyFacts } from './policy-text.ts'

type SeedPolicy = PolicyFacts
  & RuleFacts & {
    id: string
    level: string
    year: number
    supportModes: string[]
    industries: string[]
    status?: 'superseded' | 'active' | 'closed' | 'expired-check' | 'expired'
    effectiveFrom?: string
    effectiveTo?: string
    supersededBy?: string
  }

/** Departments of an issuer whose text cannot simply be split at 、. */
const issuers: Readonly<Record<string, readonly string[]>> = {
  kjxzx: ['科技部', '财政部', '税务总局', '工业和信息化部'],
  cxx: ['省工信厅'],
  'zjtx-2022': ['省工信厅'],
  'zjtx-2026': ['省工信厅'],
  'tax-rd-120': ['财政部', '税务总局', '国家发展改革委', '工业和信息化部'],
  'sme-loan-2026': ['财政部'],
  'equip-loan-2026': ['财政部'],
  'startup-loan': ['财政部', '中国人民银行', '人力资源社会保障部'],
  'ui-refund': ['人力资源社会保障部', '财政部', '税务总局'],
  'job-expansion': ['人力资源社会保障部'],
  'si-subsidy-25': ['人力资源社会保障部'],
  'zhenhai-equip-2024': ['宁波市镇海区政府办'],
  'zhenhai-clean-2024': ['宁波市镇海区政府办'],
  'zhenhai-digital-2024': ['宁波市镇海区政府办'],
  'xinchang-info': ['新昌县经信局'],
  'xinchang-cloud': ['新昌县经信局'],
  'deqing-software': ['德清县经信局'],
  'deqing-smart': ['德清县经信局'],
  'shengzhou-smart': ['嵊州市经信局'],
  'huzhou-tech': ['湖州市经信局'],
  'xian-scale': ['西安市工信局'],
  'longwan-first-set': ['温州市龙湾区经信局'],
  'zj-first-set': ['浙江省经信厅'],
  'hechuan-rd': ['重庆市合川区政府办', '重庆市合川区经信委'],
  'gd-tech-equip': ['广东省工信厅', '广东省财政厅'],
  'gd-tech-interest': ['广东省工信厅', '广东省财政厅'],
  'gd-tech-lease': ['广东省工信厅', '广东省财政厅'],
}
const departmentsOf = (p: SeedPolicy): readonly string[] => issuers[p.id] ?? departmentNames(p.issuer)

/** Ceilings that are inside the formula of a rule, 万元. */
const ceilings: Readonly<Record<string, number>> = { 'zhenhai-equip-2024': 300, 'huzhou-tech': 3000, 'yanan-fiveup': 30 }

/** Samples with an unusual application period, in days from the day of seeding. */
const windows: Readonly<Record<string, readonly [number, number]>> = {
  'demo-micro-interest': [-60, 3],
  'deqing-software': [-45, 6],
  'huaibin-hnte': [-200, -20],
  'demo-scale-up': [25, 115],
}
/** Places of the samples; the others apply in the whole country. */
const places: Readonly<Record<string, readonly [string, string]>> = {
  'gd-tech-equip': ['44', '广东省'],
  'gd-tech-interest': ['44', '广东省'],
  'gd-tech-lease': ['44', '广东省'],
  'zj-first-set': ['33', '浙江省'],
  'zhenhai-equip-2024': ['330211', '浙江省宁波市镇海区'],
  'zhenhai-clean-2024': ['330211', '浙江省宁波市镇海区'],
  'zhenhai-digital-2024': ['330211', '浙江省宁波市镇海区'],
  'xinchang-info': ['330624', '浙江省绍兴市新昌县'],
  'xinchang-cloud': ['330624', '浙江省绍兴市新昌县'],
  'deqing-software': ['330521', '浙江省湖州市德清县'],
  'deqing-smart': ['330521', '浙江省湖州市德清县'],
  'shengzhou-smart': ['330683', '浙江省绍兴市嵊州市'],
  'huzhou-tech': ['3305', '浙江省湖州市'],
  'xian-scale': ['6101', '陕西省西安市'],
  'yanan-fiveup': ['6106', '陕西省延安市'],
  'dangshan-rd': ['341321', '安徽省宿州市砀山县'],
  'hechuan-rd': ['500117', '重庆市合川区'],
  'huaibin-hnte': ['411527', '河南省信阳市淮滨县'],
  'huaibei-green': ['3406', '安徽省淮北市'],
  'longwan-first-set': ['330303', '浙江省温州市龙湾区'],
  'longwan-voucher': ['330303', '浙江省温州市龙湾区'],
  'sz-exhibition': ['4403', '广东省深圳市'],
  'hlj-exhibition': ['23', '黑龙江省'],
  'pan-an-standard': ['330727', '浙江省金华市磐安县'],
}
export const COUNTY = ['339999', '云溪县（示例）'] as const
const placeOf = (p: SeedPolicy) => (p.illustrative ? COUNTY : places[p.id])
const UNLIMITED = /长期|常年|全年/

/** An expired rule keeps its real end; the others are open around the day of seeding. */
function windowOf(p: SeedPolicy, place: number, day: string): { from: string | null; to: string | null } {
  const own = windows[p.id]
  if (own) return { from: addDays(day, own[0]), to: addDays(day, own[1]) }
  if (p.effectiveTo) return { from: p.effectiveFrom ?? null, to: p.effectiveTo }
  if (p.status === 'closed') return { from: addDays(day, -240), to: addDays(day, -60) }
  if (UNLIMITED.test(p.period)) return { from: p.effectiveFrom ?? null, to: null }
  return { from: addDays(day, -20 - ((place * 7) % 70)), to: addDays(day, 20 + ((place * 13) % 150)) }
}

export const codeOf = (options: readonly { value: string; label: string }[], label: string): string => {
  const found = options.find((o) => o.label === label)
  if (!found) throw new Error(`policies.json：未知的“${label}”`)
  return found.value
}

export const policySeed: Seed = {
  name: 'policy',
  demoOnly: true,
  async run(k: Kernel) {
    if (await k.db.selectFrom('policy').select('id').limit(1).executeTakeFirst()) return
    const policies = JSON.parse(readFileSync(new URL('./data/policies.json', import.meta.url), 'utf8')) as SeedPolicy[]
    const day = today(k.clock),
      now = k.clock.now().getTime()
    const newestLast = policies.map((p, place) => ({ p, place })).sort((a, b) => a.p.year - b.p.year || b.place - a.place)
    await k.db.transaction().execute(async (db) => {
      for (const [order, { p, place }] of newestLast.entries()) {
        const window = windowOf(p, place, day)
        const origin: PolicyOrigin = p.illustrative ? 'illustrative' : 'sample'
        await savePolicyRow(db, {
          code: p.id,
          title: p.title,
          docNo: p.docNo,
          depName: p.issuer,
          departments: departmentsOf(p),
          level: codeOf(levelOptions, p.level),
          areaCode: placeOf(p)?.[0] ?? null,
          areaName: placeOf(p)?.[1],
          supportModes: p.supportModes.map((label) => codeOf(supportModeOptions, label)),
          industries: p.industries,
          summary: p.summary,
          content: policyBody(p),
          period: p.period,
          applyFrom: window.from,
          applyTo: window.to,
          state: POLICY_STATE.published,
          publishTime: new Date(now - (newestLast.length - order) * 26 * 3600_000),
          urlType: 0,
          applyUrl: null,
          origin,
          sources: p.source,
          sourceNote: p.illustrative
            ? '本县演示用示例政策，按常见口径编写，不作为申报依据'
            : `依据公开文件整理的样例，仅供演示（${p.confidence.replace('verified in search', '已检索核对').replace('from memory', '未逐字核对')}）`,
          materials: p.materials.map((name) => ({ name, required: true, note: null })),
          process: p.supportModes.includes('税收优惠') && !p.supportModes.includes('资质认定') ? automaticProcess : usualProcess,
          supersededBy: p.supersededBy ?? null,
          rule: checkedRule(k, ruleOf(p), p.id, p.title),
          maxAmount: ceilings[p.id],
          effectiveFrom: p.effectiveFrom ?? null,
          effectiveTo: p.effectiveTo ?? null,
          versionNote: '首次收录',
          author: null,
          at: new Date(now),
        })
      }
      // The county's own offices first, then from the national level down.
      const places = new Map<string, number>()
      for (const p of policies)
        for (const name of departmentsOf(p))
          places.set(name, Math.min(places.get(name) ?? 9, p.illustrative ? 0 : Number(codeOf(levelOptions, p.level))))
      for (const [name, sort] of places) await db.updateTable('policy_department').set({ sort }).where('name', '=', name).execute()
    })
  },
}
