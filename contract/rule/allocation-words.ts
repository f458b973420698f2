import type { Allocation, Award } from './types.ts'
import { exactFigure, wan } from './value-words.ts'
import type { Vocabulary } from './vocabulary.ts'

/** How applicants share the money, for example “按近三年研发费用合计由高到低取前10名，总额不超过500万元”. */
export function allocationSentence(
  words: Vocabulary,
  { way, budget, places, topShare, perTown, perGroup, rankBy, lowFirst, awards }: Allocation,
): string {
  const most = budget === undefined ? '' : wan(budget)
  if (way === 'prorata') return `各家合计超过预算${most}的，按同一比例折算`
  const by = words.field(rankBy ?? '')?.label ?? (rankBy || '（未选）')
  return [
    way === 'first' ? '按申报先后给予支持' : `按${by}由${lowFirst ? '低到高' : '高到低'}排名${places ? `取前${places}名` : ''}`,
    ...(topShare ? [`取前${exactFigure(topShare, 'ratio')}（不足一家的不计，至少一家）`] : []),
    ...(way === 'first' && places ? [`最多${places}家`] : []),
    ...(awards?.length ? [awards.map((award, n) => awardWords(award, awards[n - 1])).join('、')] : []),
    ...(perTown ? [`每个乡镇（街道）最多${perTown}家`] : []),
    ...(perGroup ? [`同一实际控制人或母子公司（按平台确认的关联企业）最多${perGroup}家`] : []),
    ...(most ? [`总额不超过预算${most}，用完为止`] : []),
  ].join('，')
}

/** For example “第1名50万元”, “第4至10名各20万元”. */
function awardWords({ to, amount }: Award, before: Award | undefined): string {
  const from = (before?.to ?? 0) + 1
  return from === to ? `第${to}名${wan(amount)}` : `第${from}至${to}名各${wan(amount)}`
}

/** The note beside a company’s amount before the other applicants are known. */
export const allocationNote = ({ way, budget }: Allocation, most: string): string =>
  way === 'prorata'
    ? `按预算${budget === undefined ? '' : wan(budget)}折算，上限 ${most}`
    : `${way === 'first' ? '按申报先后' : '按排名'}支持，名额或预算用完为止，上限 ${most}`
