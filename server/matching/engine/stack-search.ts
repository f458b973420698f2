import { flow, nest, pour, type Candidate, type StackLimit } from './stack-limits.ts'

/** Number of sets between two chances to stop. */
const SLICE = 256

export type Found = { fen: number; bound: number; chosen: boolean[] }
/** Yields regularly; `next(true)` ends the search with the best set so far and an upper bound for all others. */
export type Search = Generator<undefined, Found, boolean | undefined>

/** The payment of a set of candidates under the ceilings. */
export function payer(candidates: readonly Candidate[], limits: readonly StackLimit[]): (taken: readonly boolean[]) => number {
  const places = new Map(candidates.map(({ code }, at) => [code, at]))
  const ceilings = (perYear: boolean) =>
    limits.flatMap((each) => {
      if (each.kind === 'exclude' || Boolean(each.perYear) !== perYear) return []
      const members = [...new Set(each.members)].flatMap((code) => places.get(code) ?? [])
      return members.length ? [{ members, fen: each.fen }] : []
    })
  const whole = nest(ceilings(false), candidates.length)
  const yearly = nest(ceilings(true), candidates.length)
  const years = Math.max(1, ...candidates.map((each) => each.years?.length ?? 1))
  const cell = (at: number, year: number): number => {
    const { years: spread, fen } = candidates[at]!
    return spread ? (spread[year] ?? 0) : year === 0 ? fen : 0
  }
  if (yearly.most.length === 0)
    return (taken) =>
      pour(
        whole,
        taken.map((on, at) => (on ? candidates[at]!.fen : 0)),
      )
  const yearsOf = (on: boolean, at: number): number[] => Array.from({ length: years }, (_, year) => (on ? cell(at, year) : 0))
  if (whole.most.length > 0) return (taken) => flow(whole, yearly, taken.map(yearsOf))
  return (taken) => {
    let sum = 0
    for (let year = 0; year < years; year++)
      sum += pour(
        yearly,
        taken.map((on, at) => (on ? cell(at, year) : 0)),
      )
    return sum
  }
}

/** Branch and bound over candidates that share limits; without exclusions all are taken at once. */
export function* search(candidates: readonly Candidate[], limits: readonly StackLimit[]): Search {
  const paid = payer(candidates, limits)
  const count = candidates.length
  const exclusions = limits.flatMap((each) => {
    if (each.kind !== 'exclude') return []
    const members = candidates.flatMap(({ code }, at) => (each.members.includes(code) ? [at] : []))
    return members.length > (each.most ?? 1) ? [{ members, most: each.most ?? 1 }] : []
  })
  const groupsOf = candidates.map((_, at) => exclusions.flatMap((each, index) => (each.members.includes(at) ? [index] : [])))
  let best: Found = { fen: -1, bound: 0, chosen: new Array<boolean>(count).fill(false) }
  /** 1 taken, 0 open, −1 left out */
  type Node = { state: Int8Array; bound: number }
  const open: Node[] = []

  /** Drops the candidates that the taken ones exclude; a decided set is evaluated, another one is queued with its bound. */
  const consider = (state: Int8Array): void => {
    const used = exclusions.map(({ members }) => members.filter((at) => state[at] === 1).length)
    for (let at = 0; at < count; at++)
      if (state[at] === 0 && groupsOf[at]!.some((group) => used[group]! >= exclusions[group]!.most)) state[at] = -1
    const contested = exclusions.some(({ members, most }, index) => members.filter((at) => state[at] === 0).length > most - used[index]!)
    const all = Array.from(state, (each) => each >= 0)
    const relaxed = paid(all)
    if (!contested) {
      if (relaxed > best.fen) best = { fen: relaxed, bound: relaxed, chosen: all }
      return
    }
    const bound = Math.min(relaxed, withoutCeilings(state, used))
    if (bound > best.fen) open.push({ state, bound })
  }

  /** Every open candidate counts in one of its groups, and each group counts only its highest. */
  const withoutCeilings = (state: Int8Array, used: readonly number[]): number => {
    const byGroup = new Map<number, number[]>()
    let sum = 0
    for (let at = 0; at < count; at++) {
      const fen = candidates[at]!.fen
      const group = groupsOf[at]![0]
      if (state[at] === 1 || (state[at] === 0 && group === undefined)) sum += fen
      else if (state[at] === 0) byGroup.set(group!, [...(byGroup.get(group!) ?? []), fen])
    }
    for (const [group, list] of byGroup)
      sum += list
        .sort((a, b) => b - a)
        .slice(0, exclusions[group]!.most - used[group]!)
        .reduce((a, b) => a + b, 0)
    return sum
  }

  consider(new Int8Array(count))
  for (let seen = 1; open.length; seen++) {
    if (seen % SLICE === 0 && (yield undefined)) break
    const { state, bound } = open.pop()!
    if (bound <= best.fen) continue
    const at = contestedMost(state)
    const without = Int8Array.from(state)
    without[at] = -1
    state[at] = 1
    // The set pushed last is examined next, so "taken" is pushed last.
    consider(without)
    consider(state)
  }
  return { ...best, bound: Math.max(best.fen, ...open.map((each) => each.bound)) }

  function contestedMost(state: Int8Array): number {
    let pick = -1
    for (let at = 0; at < count; at++) {
      if (state[at] !== 0) continue
      const rivals = groupsOf[at]!.some((group) => exclusions[group]!.members.some((other) => other !== at && state[other] === 0))
      if (rivals && (pick < 0 || candidates[at]!.fen > candidates[pick]!.fen)) pick = at
    }
    return pick
  }
}
