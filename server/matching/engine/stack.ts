import type { Judgement } from './judge.ts'

export type Stack = { min: number; max: number; unit: '万元'; left: { code: string; group: string; better: string }[] }

/** What the matched policies come to together: of an exclusive group only the highest counts (data README: 同组不叠加取高). */
export function stack(judgements: readonly Judgement[]): Stack {
  const paying = judgements.flatMap((each) =>
    each.verdict === 'match' && each.amount ? [{ code: each.code, exclusiveGroup: each.exclusiveGroup, amount: each.amount }] : [],
  )
  const best = new Map<string, (typeof paying)[number]>()
  const left: Stack['left'] = []
  const counted = paying.filter((each) => {
    const group = each.exclusiveGroup
    if (!group) return true
    const rival = best.get(group)
    const wins = !rival || each.amount.value > rival.amount.value
    if (wins) best.set(group, each)
    if (rival) left.push(wins ? { code: rival.code, group, better: each.code } : { code: each.code, group, better: rival.code })
    return false
  })
  const sum = (pick: 'min' | 'max'): number =>
    Math.round([...counted, ...best.values()].reduce((total, each) => total + each.amount[pick], 0) * 1e4) / 1e4
  return { min: sum('min'), max: sum('max'), unit: '万元', left }
}
