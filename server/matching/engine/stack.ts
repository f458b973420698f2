import { crossing, type Candidate, type StackLimit } from './stack-limits.ts'
import { payer, search, type Search } from './stack-search.ts'

export type Left = { code: string; limit: string; name: string; better: string[] }
export type Cut = { limit: string; name: string; kind: 'cap' | 'pool'; before: number; most: number; year?: number }
/** The best permitted set found. Money in 分. */
export type Stacked = {
  fen: number
  /** No permitted set pays more than this; equals `fen` when that is proved. */
  bound: number
  proved: boolean
  chosen: string[]
  /** Candidates left out, each with the exclusion and the candidate taken instead. */
  left: Left[]
  /** Ceilings that reduce the chosen candidates. */
  cuts: Cut[]
}

/**
 * Searches the set of candidates with the highest payment under exclusions (就高不重复), caps per group and year, and budget pools. Candidates
 * without a common limit are searched separately, so the search is short in practice. Yields between slices; `solve` runs it directly.
 * @throws RangeError when two ceilings cross (stack-limits `crossing` names them)
 */
export function* stacking(all: readonly Candidate[], limits: readonly StackLimit[]): Generator<undefined, Stacked, boolean | undefined> {
  const crossed = crossing(limits)
  if (crossed) throw new RangeError(`限额“${crossed[0]}”与“${crossed[1]}”的政策范围交叉`)
  const candidates = all.filter(({ fen }) => fen > 0).toSorted((a, b) => b.fen - a.fen || (a.code < b.code ? -1 : 1))
  const chosen = new Set<string>()
  let fen = 0
  let bound = 0
  let stop = false
  for (const part of apart(candidates, limits)) {
    const found = yield* slice(part, limits, stop, (stopped) => {
      stop ||= stopped
    })
    fen += found.fen
    bound += found.bound
    part.forEach(({ code }, at) => found.chosen[at] && chosen.add(code))
  }
  return { fen, bound, proved: bound === fen, ...reasons(candidates, limits, chosen) }
}

function* slice(part: readonly Candidate[], limits: readonly StackLimit[], stop: boolean, stopped: (now: boolean) => void): Search {
  const run = search(part, limits)
  let step = run.next()
  while (!step.done) {
    const now = stop || Boolean(yield undefined)
    stopped(now)
    step = run.next(now)
  }
  return step.value
}

/** Runs the whole search; `slices` limits it, 256 sets per slice. */
export function solve(candidates: readonly Candidate[], limits: readonly StackLimit[], slices = Number.POSITIVE_INFINITY): Stacked {
  const run = stacking(candidates, limits)
  let step = run.next()
  for (let done = 0; !step.done;) step = run.next(++done >= slices)
  return step.value
}

/** Splits candidates into groups without common limits. */
function apart(candidates: readonly Candidate[], limits: readonly StackLimit[]): Candidate[][] {
  const root = new Map(candidates.map(({ code }) => [code, code]))
  const find = (code: string): string => {
    let at = code
    while (root.get(at) !== at) at = root.get(at)!
    return at
  }
  for (const { members } of limits) {
    const [first, ...rest] = members.filter((code) => root.has(code))
    for (const code of rest) root.set(find(code), find(first!))
  }
  return [...Map.groupBy(candidates, ({ code }) => find(code)).values()]
}

function reasons(candidates: readonly Candidate[], limits: readonly StackLimit[], chosen: ReadonlySet<string>) {
  const left = candidates.flatMap(({ code }): Left[] => {
    if (chosen.has(code)) return []
    const by = limits.find(
      (each) =>
        each.kind === 'exclude' && each.members.includes(code) && each.members.filter((one) => chosen.has(one)).length >= (each.most ?? 1),
    )
    return [{ code, limit: by?.id ?? '', name: by?.name ?? '', better: by ? by.members.filter((one) => chosen.has(one)) : [] }]
  })
  const taken = candidates.filter(({ code }) => chosen.has(code))
  const cuts = limits.flatMap((limit): Cut[] => {
    if (limit.kind === 'exclude') return []
    const { id, name, kind, fen: most } = limit
    const members = taken.filter(({ code }) => limit.members.includes(code))
    if (!limit.perYear) {
      const before = members.reduce((sum, each) => sum + each.fen, 0)
      return before > most ? [{ limit: id, name, kind, before, most }] : []
    }
    const years = Math.max(1, ...members.map((each) => each.years?.length ?? 1))
    return Array.from({ length: years }, (_, year) => ({
      limit: id,
      name,
      kind,
      most,
      year: year + 1,
      before: members.reduce((sum, each) => sum + (each.years ? (each.years[year] ?? 0) : year === 0 ? each.fen : 0), 0),
    })).filter(({ before }) => before > most)
  })
  return { chosen: candidates.flatMap(({ code }) => (chosen.has(code) ? [code] : [])), left, cuts }
}

/** The payment of a given set under the ceilings; exclusions are ignored. */
export const paidFor = (candidates: readonly Candidate[], limits: readonly StackLimit[]): number =>
  payer(candidates, limits)(candidates.map(() => true))
