import { money } from '../kit/money.ts'
import type { Explanation, Judgement } from '../../contract/matching.ts'

type Labels = ReadonlyMap<string, string>
const MOST = 6

/** Fields that a rule requires to be 否. */
function forbidden(node: Explanation, into = new Set<string>()): Set<string> {
  if (node.field && node.op === 'eq' && node.required === false) into.add(node.field)
  for (const child of node.children ?? []) forbidden(child, into)
  return into
}

/** Text for missing facts. A fact that must be 否 is to be confirmed (“请确认：是否列入严重违法失信名单”) and is never called lacking. */
export function stillAsked({ conditions, missing }: Pick<Judgement, 'conditions' | 'missing'>, labels: Labels): string {
  const no = forbidden(conditions)
  const list = (keys: readonly string[], before: string) =>
    keys
      .slice(0, MOST)
      .map((key) => `${before}${labels.get(key) ?? key}`)
      .join('、') + (keys.length > MOST ? ` 等 ${keys.length} 项` : '')
  const [lacking, confirmed] = [missing.filter((key) => !no.has(key)), missing.filter((key) => no.has(key))]
  return [lacking.length > 0 ? `还差：${list(lacking, '')}` : '', confirmed.length > 0 ? `请确认：${list(confirmed, '是否')}` : '']
    .filter(Boolean)
    .join('；')
}

/** Text for a condition that requires 否: 请确认：是否…, or 要求：未…; null for any other condition. */
export function factToConfirm(node: Explanation, labels: Labels | undefined): string | null {
  if (!node.field || node.op !== 'eq' || node.required !== false) return null
  const label = labels?.get(node.field) ?? node.sentence.replace(/：否$/, '')
  if (node.result === 'unknown') return `请确认：是否${label}`
  return `要求：${/^(列入|发生|获|属于)/.test(label) ? `未${label}` : `没有“${label}”的情形`}`
}

/** Explains the upper end of an interval; empty when the amount is not an interval. */
export function upperEnd({ amount }: Pick<Judgement, 'amount'>, labels: Labels): string {
  if (!amount || amount.min === amount.max) return ''
  if (!amount.unset?.length) return `在 ${money(amount.min)} 至 ${money(amount.max)} 之间，由主管部门审核确定`
  const open = amount.unset.map((key) => labels.get(key) ?? key).join('、')
  return `${money(amount.min)} 按已知情况算；${amount.openEnded ? '上限' : `最多 ${money(amount.max)}，`}要看：${open}`
}
