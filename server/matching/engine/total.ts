import type { Candidate, StackLimit } from './stack-limits.ts'
import { stacking, type Stacked } from './stack.ts'
import type { Amount, Total } from './types.ts'

/** What the total reads of a judgement. */
export type Payable = { code: string; verdict: string; amount: Amount | null; exclusiveGroup?: string | undefined }
export type Totalling = Generator<undefined, Total, boolean | undefined>

/** Name of an exclusive group without a stored limit (data README: 同组不叠加取高). */
const UNNAMED = '同类政策不重复享受，取高'
const FEN = 1_000_000
const fen = (wan: number): number => Math.round(wan * 1e4) * 100
const wan = (amount: number): number => amount / FEN

/**
 * The best permitted total of the matched policies (就高不重复, caps, pools). While facts are open, the total ranges from the best of the lower
 * bounds to the best of the upper bounds. Yields between slices; `next(true)` ends the search.
 */
export function* totalling(judgements: readonly Payable[], limits: readonly StackLimit[]): Totalling {
  const paying = judgements.flatMap(({ verdict, amount, code, exclusiveGroup }) =>
    verdict === 'match' && amount ? [{ code, amount, exclusiveGroup }] : [],
  )
  const rules = [...limits, ...groupsOf(paying)]
  const at = (pick: (amount: Amount) => number): Candidate[] => paying.map(({ code, amount }) => candidate(code, amount, fen(pick(amount))))
  const point = yield* stacking(
    at((amount) => amount.value),
    rules,
  )
  const open = paying.some(({ amount }) => amount.min !== amount.value || amount.max !== amount.value)
  const low = open
    ? yield* stacking(
        at((amount) => amount.min),
        rules,
      )
    : point
  const high = open
    ? yield* stacking(
        at((amount) => amount.max),
        rules,
      )
    : point
  return {
    min: wan(low.fen),
    max: wan(high.bound),
    value: wan(point.fen),
    unit: '万元',
    proved: point.proved && low.proved && high.proved,
    ...(paying.some(({ amount }) => amount.openEnded) ? { openEnded: true as const } : {}),
    chosen: point.chosen,
    left: point.left.map(({ code, name, better }) => ({ code, name, better })),
    cuts: point.cuts.map(cutInWan),
  }
}

const cutInWan = ({ name, kind, before, most, year }: Stacked['cuts'][number]): Total['cuts'][number] => ({
  name,
  kind,
  before: wan(before),
  most: wan(most),
  ...(year === undefined ? {} : { year }),
})

/** Splits the amount over several years in fixed shares; the last year takes the rounding difference. */
function candidate(code: string, amount: Amount, all: number): Candidate {
  const whole = fen(amount.value)
  if (!amount.payout || amount.payout.length < 2 || whole === 0) return { code, fen: all }
  const years = amount.payout.slice(0, -1).map((each) => Math.floor((fen(each) / whole) * all))
  return { code, fen: all, years: [...years, all - years.reduce((sum, each) => sum + each, 0)] }
}

function groupsOf(paying: readonly { code: string; exclusiveGroup?: string | undefined }[]): StackLimit[] {
  const groups = Map.groupBy(
    paying.filter(({ exclusiveGroup }) => exclusiveGroup),
    ({ exclusiveGroup }) => exclusiveGroup!,
  )
  return [...groups].map(([id, members]) => ({ id, name: UNNAMED, kind: 'exclude' as const, members: members.map(({ code }) => code) }))
}

/** Computes the total directly; `slices` limits the search (256 sets per slice). For callers that need not yield. */
export function total(judgements: readonly Payable[], limits: readonly StackLimit[], slices = 40): Total {
  const run = totalling(judgements, limits)
  let step = run.next()
  for (let done = 0; !step.done;) step = run.next(++done >= slices)
  return step.value
}
