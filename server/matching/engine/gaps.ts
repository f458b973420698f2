import type { Catalog } from './catalog.ts'
import type { Effort, Explanation, GapPlan, GapStep } from './types.ts'

/**
 * A gap up to a tenth of the company's value is called easy, up to a half moderate; more, or from nothing, hard. These limits are our
 * choice.
 */
const EASY = 0.1
const SOME = 0.5
/** One countable item (a patent, a person) is never rated harder than this, however few there are. */
const ONE_PIECE = 0.25
const ORDER: Readonly<Record<Effort, number>> = { time: 0, easy: 1, some: 2, hard: 3, shrink: 4 }
/** Shares that are better when lower; any other upper limit would require a company to shrink. */
const BETTER_LOWER = new Set(['debtRatio', 'layoffRate'])

/**
 * The least change that makes a near rule match: every failed part of an `all`, and of an `any` the part with the least effort. undefined
 * when the rule is met or cannot be fulfilled.
 */
export function gapPlan(catalog: Catalog, root: Explanation): GapPlan | undefined {
  const steps = stepsOf(catalog, root)
  if (!steps?.length) return undefined
  const waits = steps.flatMap((step) => step.metAt ?? []).sort()
  const effort = steps.reduce<Effort>((worst, step) => (ORDER[step.effort] > ORDER[worst] ? step.effort : worst), 'time')
  const plan: GapPlan = { effort, size: steps.reduce((sum, step) => sum + step.size, 0), steps }
  const last = waits.at(-1)
  if (last && effort === 'time') plan.metAt = last
  else if (last) plan.notBefore = last
  return plan
}

/** Least effort first: by the hardest step, then the sum of the gaps, then the earlier day. */
export const cheaper = (a: GapPlan, b: GapPlan): number =>
  ORDER[a.effort] - ORDER[b.effort] || a.size - b.size || (a.metAt ?? '9').localeCompare(b.metAt ?? '9')

function stepsOf(catalog: Catalog, node: Explanation): GapStep[] | undefined {
  if (node.result !== 'false') return []
  if (node.kind === 'leaf') return leafStep(catalog, node)
  if (node.kind === 'not') return undefined
  const parts = (node.children ?? []).map((child) => ({ child, steps: stepsOf(catalog, child) }))
  if (node.kind === 'all') return parts.every(({ steps }) => steps) ? parts.flatMap(({ steps }) => steps!) : undefined
  const open = parts.flatMap(({ steps }) => (steps?.length ? [steps] : [])).sort((a, b) => weight(a) - weight(b))
  if (node.kind !== 'atLeast') return open.at(0)
  const lacking = (node.atLeast ?? 0) - parts.filter(({ child }) => child.result !== 'false').length
  return open.length < lacking ? undefined : open.slice(0, lacking).flat()
}

const weight = (steps: readonly GapStep[]): number =>
  Math.max(...steps.map((step) => ORDER[step.effort])) * 1e6 + steps.reduce((sum, step) => sum + step.size, 0)

function leafStep(catalog: Catalog, leaf: Explanation): GapStep[] | undefined {
  if (!leaf.closable && !leaf.metAt) return undefined
  const size = sizeOf(catalog, leaf)
  const shrink = (leaf.op === 'lt' || leaf.op === 'lte') && !BETTER_LOWER.has(leaf.field ?? '')
  const effort: Effort = leaf.metAt ? 'time' : shrink ? 'shrink' : size <= EASY ? 'easy' : size <= SOME ? 'some' : 'hard'
  return [
    {
      label: leaf.label,
      sentence: leaf.sentence,
      field: leaf.field ?? '',
      requiredText: leaf.requiredText ?? '',
      actualText: leaf.actualText ?? '',
      gapText: leaf.gapText ?? '',
      effort,
      size,
      ...(typeof leaf.required === 'number' ? { target: leaf.required } : {}),
      ...(leaf.metAt ? { metAt: leaf.metAt } : {}),
      ...(leaf.advice ? { advice: leaf.advice } : {}),
    },
  ]
}

/** The gap relative to the company's value; waiting has no size. */
function sizeOf(catalog: Catalog, leaf: Explanation): number {
  if (leaf.metAt) return 0
  // “有……支出”: any amount is enough.
  if (leaf.op === 'gt' && leaf.required === 0) return ONE_PIECE
  const have = leaf.score ? leaf.score.scoreMax : typeof leaf.actual === 'number' ? Math.abs(leaf.actual) : 0
  // A score that fails in one of its groups has no gap of its own: counted as hard.
  if (leaf.gap === undefined) return 1
  const relative = have > 0 ? leaf.gap / have : 10
  const pieces = catalog.byKey.get(leaf.field ?? '')?.type === 'integer' ? leaf.gap * ONE_PIECE : Number.POSITIVE_INFINITY
  return Math.round(Math.min(relative, pieces, 10) * 1e4) / 1e4
}
