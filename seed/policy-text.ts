/** The body of a seeded policy, written from its structured facts; no sentence of a source document is copied. */
import type { RuleNode } from '../contract/policy/market.ts'

export interface PolicyFacts {
  title: string
  issuer: string
  docNo: string
  summary: string
  period: string
  confidence: string
  illustrative: boolean
  conditions: RuleNode
  benefits: { kind: string; name: string; formula?: string; upperBound?: boolean; payout?: number[] }[]
  materials: string[]
  source: string[]
  competitive?: boolean
  maxPerYear?: number
  regulationNote?: string
  notePredicates?: string
}

const escaped = (s: string) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const list = (items: readonly string[], tag: 'ol' | 'ul') => `<${tag}>${items.map((i) => `<li>${i}</li>`).join('')}</${tag}>`

function condition(node: RuleNode): string {
  if (node.all)
    return node.label ? `${escaped(node.label)}${list(node.all.map(condition), 'ul')}` : `同时满足：${list(node.all.map(condition), 'ul')}`
  if (node.of) return `${node.label ? `${escaped(node.label)}，` : ''}满足下列至少${node.atLeast}项：${list(node.of.map(condition), 'ul')}`
  if (node.any) return `${node.label ? `${escaped(node.label)}，` : ''}满足下列之一：${list(node.any.map(condition), 'ul')}`
  if (node.not) return `不属于：${condition(node.not)}`
  return escaped(node.label ?? node.field ?? '')
}

const percent = (n: number) => `${Math.round(n * 1000) / 10}%`
function benefit(b: PolicyFacts['benefits'][number]): string {
  const payout = b.payout && b.payout.length > 1 ? `，分${b.payout.length}年按 ${b.payout.map(percent).join('、')} 兑付` : ''
  return `<strong>${escaped(b.name)}</strong>：${escaped(b.formula ?? '按文件执行')}${b.upperBound ? '（为上限，以核定为准）' : ''}${payout}`
}

export function policyBody(p: PolicyFacts): string {
  const conditions = p.conditions.all ?? [p.conditions]
  const remarks = [
    ...(p.competitive ? ['本政策实行择优支持，符合条件不代表一定获得支持。'] : []),
    ...(p.maxPerYear ? [`每家企业每年最多支持 ${p.maxPerYear} 个项目。`] : []),
    ...(p.regulationNote ? [escaped(p.regulationNote)] : []),
    ...(p.notePredicates ? [escaped(p.notePredicates)] : []),
  ]
  const sections: [string, string][] = [
    ['政策要点', `<p>${escaped(p.summary)}</p>`],
    ['申报条件', list(conditions.map(condition), 'ol')],
    ['支持内容', list(p.benefits.map(benefit), 'ul')],
    ['申报材料', list(p.materials.map(escaped), 'ol')],
    ['受理时间', `<p>${escaped(p.period)}</p>`],
    ...(remarks.length > 0 ? [['特别说明', list(remarks, 'ul')] as [string, string]] : []),
    ['发文单位与文号', `<p>${escaped(p.issuer)}；${escaped(p.docNo)}</p>`],
  ]
  return sections.map(([title, html]) => `<h2>${title}</h2>${html}`).join('')
}

/** The procedure of an application at the county; the same for every seeded policy that pays or awards. */
export const usualProcess = [
  { title: '网上申报', text: '企业登录平台，填写申报表并上传申报材料。' },
  { title: '窗口受理', text: '企业服务中心核对材料是否齐全，材料不齐的一次性告知补正。' },
  { title: '部门审核', text: '主管部门对照申报条件审核，必要时实地核查或组织专家评审。' },
  { title: '结果公示', text: '拟支持名单向社会公示，接受监督。' },
  { title: '政策兑现', text: '公示无异议后拨付资金或颁发证书。' },
]
export const automaticProcess = [
  { title: '自行判别', text: '企业对照条件自行判断是否符合。' },
  { title: '申报享受', text: '在预缴或年度汇算清缴申报时直接填报享受，相关资料留存备查。' },
]
