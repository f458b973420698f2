import type { Judgement } from '../../contract/matching.ts'
import { BESIDE, withoutAmount } from '../../contract/matching/report-words.ts'
import { NEGOTIATED } from '../../contract/rule/priced.ts'
import { money } from '../kit/money.ts'

/** The amount of a result as text in 万元: never empty, and never 0 when the amount is unknown. */
export function amountText(
  j: Pick<Judgement, 'amount' | 'verdict' | 'amountReason' | 'negotiated'> & { missing?: readonly string[] },
): string {
  if (j.amount) {
    const { min, max, openEnded, upperBound } = j.amount
    if (max === 0) return j.negotiated ? NEGOTIATED : '无直接资金'
    const range = min === max ? money(max) : `${money(min)} – ${money(max)}`
    return `${upperBound ? '最高 ' : ''}${range}${openEnded ? ' 起' : ''}${j.negotiated ? BESIDE : ''}`
  }
  if (j.amountReason) return '暂不能测算'
  if (j.verdict === 'match') return withoutAmount(Boolean(j.missing?.length), j.negotiated)
  return j.verdict === 'unknown' ? '需补充后测算' : '暂不测算'
}
