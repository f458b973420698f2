import { verdicts, type Judgement, type Verdict } from '../../contract/matching.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { judgePolicies } from '../matching/index.ts'

/** A company's verdict for a policy, with the least and the greatest amount in 万元. */
export interface Standing {
  verdict: string | null
  min: number | null
  max: number | null
}
const none: Standing = { verdict: null, min: null, max: null }

export const standingOf = (judgement: Judgement | undefined): Standing =>
  judgement ? { verdict: judgement.verdict, min: judgement.amount?.min ?? null, max: judgement.amount?.max ?? null } : none

/** Adds to each policy the verdict of the reader's company; null for individuals and companies without consent. */
export async function withStanding<T extends { id: number }>(k: Kernel, actor: Actor, list: readonly T[]): Promise<(T & Standing)[]> {
  const judged =
    actor.companyId === null || list.length === 0
      ? null
      : await judgePolicies(
          k,
          actor.companyId,
          list.map((p) => p.id),
        )
  return list.map((item) => ({ ...item, ...standingOf(judged?.get(item.id)) }))
}

const wan = (n: number) => `${Number(n.toFixed(4))} 万元`
/** For example “符合，预计 20 万元” or “待补信息，需补充后测算”. */
export function standingInWords({ verdict, min, max }: Standing): string {
  if (verdict === null) return ''
  const word = verdicts[verdict as Verdict] ?? verdict
  if (max === null) return verdict === 'unknown' ? `${word}，需补充后测算` : word
  if (max === 0) return word
  return min === null || min === max ? `${word}，预计 ${wan(max)}` : `${word}，预计 ${wan(min)} 至 ${wan(max)}`
}
