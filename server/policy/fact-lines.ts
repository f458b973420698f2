import { industryLabel, levelLabel, supportModeLabel } from '../../contract/policy/codes.ts'
import { URL_TYPE_DIRECT } from '../../contract/constants.ts'

/** The facts of a policy besides its title, text and rule, for comparing two versions. */
export interface PolicyFacts {
  docNo: string | null
  depName: string
  level: string
  /** where it applies, in words; older versions did not store it */
  area?: string | undefined
  supportModes: readonly string[]
  industries: readonly string[]
  applyFrom: string | null
  applyTo: string | null
  urlType: number
  applyUrl: string | null
  /** 万元; null = no money, or no limit */
  maxAmount: number | null
  materials: readonly { name: string; required: boolean; note?: string | null | undefined }[]
  process: readonly { title: string; text: string }[]
  attachments: readonly { fileName: string }[]
  labels: readonly string[]
  contacts: readonly { unitName: string }[]
  sources: readonly string[]
  sourceNote: string | null
  /** title of the policy that replaces it */
  successor: string | null
}

/** One line per fact, so that the comparison shows a change at its fact. */
export const factLines = (f: PolicyFacts): string[] => [
  ...(f.docNo ? [`文号：${f.docNo}`] : []),
  `发文部门：${f.depName}`,
  `级别：${levelLabel(f.level)}`,
  ...(f.area ? [`适用地区：${f.area}`] : []),
  `支持方式：${f.supportModes.map(supportModeLabel).join('、')}`,
  `适用行业：${f.industries.map(industryLabel).join('、')}`,
  ...(f.maxAmount === null ? [] : [`最高额度：${f.maxAmount} 万元`]),
  `申报时间：${f.applyFrom ?? '即日'} 至 ${f.applyTo ?? '长期'}`,
  ...(f.urlType === URL_TYPE_DIRECT ? ['申报方式：直接申报'] : []),
  ...(f.applyUrl ? [`申报地址：${f.applyUrl}`] : []),
  ...f.materials.map((m) => `申报材料：${m.name}${m.required ? '' : '（如有）'}${m.note ? `，${m.note}` : ''}`),
  ...f.process.map((p) => `办理流程：${p.title}${p.text ? `：${p.text}` : ''}`),
  ...f.attachments.map((a) => `附件：${a.fileName}`),
  ...f.contacts.map((c) => `联系单位：${c.unitName}`),
  ...(f.labels.length > 0 ? [`标签：${f.labels.join('、')}`] : []),
  ...(f.successor ? [`替代本政策的政策：${f.successor}`] : []),
  ...f.sources.map((s) => `来源：${s}`),
  ...(f.sourceNote ? [`来源说明：${f.sourceNote}`] : []),
]
