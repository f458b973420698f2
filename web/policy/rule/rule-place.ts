import type { PolicyRule, RuleNode } from '../../../contract/policy.ts'

type Plain = Record<string, unknown>
const asPlain = (value: unknown): Plain => (typeof value === 'object' && value !== null ? (value as Plain) : {})
const named: Readonly<Record<string, string>> = {
  conditions: '申报条件',
  benefits: '扶持内容',
  field: '字段',
  op: '比较方式',
  value: '值',
  when: '适用条件',
  tiers: '分档',
  items: '子项',
  base: '基数',
  rate: '比例',
  rateAdd: '加成',
  amount: '金额',
  unitAmount: '单位金额',
  cap: '封顶',
  map: '对照表',
  expr: '公式',
  defaults: '缺省值',
  name: '名称',
  formula: '说明',
  payout: '分年比例',
  min: '下限',
  max: '上限',
  exclusiveGroup: '互斥组',
  benefitCombine: '合计方式',
  maxPerYear: '每年项数',
  closable: '可补齐的条件',
  levels: '档次',
  before: '此前水平',
  step: '每满',
  above: '超过',
  floor: '保底',
  factors: '系数',
  limits: '不超过',
  rounding: '取整',
  less: '扣除已得到的',
  payoutTerms: '兑付条件',
  allocation: '多家申报时',
  budget: '预算',
  places: '名额',
  perTown: '每个乡镇的名额',
  topShare: '取前百分之几',
  perGroup: '同一实际控制人的名额',
  awards: '各名次的奖额',
  to: '到第几名',
  best: '取高的几项',
  funding: '资金分担',
  by: '由谁承担',
  share: '承担比例',
  rankBy: '排名依据',
  clawback: '追回',
  times: '倍数',
  from: '起点',
  atLeast: '至少几项',
}
const counted: Readonly<Record<string, string>> = {
  benefits: '项',
  items: '项',
  tiers: '档',
  levels: '档',
  awards: '档',
  funding: '方',
  factors: '个',
  payout: '年',
}

/** The place of an error in a rule, as an editor counts: `conditions.all[1].value` → 申报条件 › 第 2 条（从业人数）› 值. */
export function rulePlace(path: string, rule: PolicyRule | RuleNode, names: ReadonlyMap<string, string>): string {
  const words: string[] = []
  let at: unknown = rule
  let list = ''
  for (const part of path
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter(Boolean)) {
    at = asPlain(at)[part]
    const { field, label, name } = asPlain(at)
    if (/^\d+$/.test(part)) {
      const what = typeof label === 'string' ? label : typeof name === 'string' ? name : names.get(String(field))
      words.push(`第 ${Number(part) + 1} ${counted[list] ?? '条'}${what ? `（${what}）` : ''}`)
    } else if (part === 'not') words.push('不得有')
    else if (part !== 'all' && part !== 'any' && part !== 'of') words.push(named[part] ?? names.get(part) ?? part)
    list = part
  }
  return words.join(' › ')
}
