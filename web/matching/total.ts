import type { Judgement } from '../../contract/matching.ts'

/** What the matched policies come to together, 万元: of an exclusive group only the highest counts (data README: 同组不叠加取高). */
export function totalOf(list: readonly Judgement[]): { min: number; max: number; excluded: number } {
  const best = new Map<string, Judgement>()
  const counted: Judgement[] = []
  let excluded = 0
  for (const j of list) {
    if (j.verdict !== 'match' || !j.amount) continue
    const rival = j.exclusiveGroup ? best.get(j.exclusiveGroup) : undefined
    if (rival) excluded++
    if (!j.exclusiveGroup) counted.push(j)
    else if (!rival || j.amount.value > rival.amount!.value) best.set(j.exclusiveGroup, j)
  }
  const sum = (pick: 'min' | 'max') => Math.round([...counted, ...best.values()].reduce((n, j) => n + j.amount![pick], 0) * 1e4) / 1e4
  return { min: sum('min'), max: sum('max'), excluded }
}
