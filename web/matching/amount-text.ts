import type { Judgement } from '../../contract/matching.ts'
import { money } from '../kit/money.ts'

/** 万元 of a result: never blank, never 0 for what is not known. */
export function amountText(j: Pick<Judgement, 'amount' | 'verdict' | 'amountReason'> & { missing?: readonly string[] }): string {
  if (j.amount) {
    const { min, max, openEnded, upperBound } = j.amount
    if (max === 0) return '无直接资金'
    const range = min === max ? money(max) : `${money(min)} – ${money(max)}`
    return `${upperBound ? '最高 ' : ''}${range}${openEnded ? ' 起' : ''}`
  }
  if (j.amountReason) return '暂不能测算'
  if (j.verdict === 'match') return j.missing?.length ? '需补充后测算' : '资质荣誉类，无直接资金'
  return j.verdict === 'unknown' ? '需补充后测算' : '暂不测算'
}
