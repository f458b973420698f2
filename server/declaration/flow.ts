import {
  reviewStepKeys,
  reviewSteps,
  type DeclarationMove,
  type DeclarationState,
  type ReviewStep,
  type StepMode,
} from '../../contract/declaration.ts'

export interface FlowStep {
  step: ReviewStep
  mode: StepMode
}
export interface Transition {
  from: DeclarationState
  move: DeclarationMove
  to: DeclarationState | 'removed'
  who: 'enterprise' | 'reviewer'
}

/** The states a project's declarations stand in while under review, in order. */
const reviewStates = (steps: readonly FlowStep[]): DeclarationState[] => steps.map((s) => reviewSteps[s.step].state)

/**
 * Every move a project's declarations may make (states.tsv S191–S201): nothing else exists. `countersign` is the first of two passes of a
 * step that wants two people; it leaves the state where it is. Each move of a reviewer has its way back, `revoke`, for the seconds in which
 * whoever decided may take it back (ADR 0062).
 */
export function transitionsOf(steps: readonly FlowStep[]): Transition[] {
  const forward = forwardOf(steps)
  const back = forward
    .filter((t) => t.who === 'reviewer')
    .map((t) => ({ from: t.to as DeclarationState, move: 'revoke', to: t.from, who: 'reviewer' }) as const)
  return [...forward, ...back]
}

function forwardOf(steps: readonly FlowStep[]): Transition[] {
  const [first, ...rest] = reviewStates(steps)
  if (!first) throw new Error('a project has at least one review step')
  const after = [...rest, 'approved' as const]
  return [
    { from: 'draft', move: 'submit', to: first, who: 'enterprise' },
    { from: 'withdrawn', move: 'submit', to: first, who: 'enterprise' },
    { from: 'returned', move: 'resubmit', to: first, who: 'enterprise' },
    { from: first, move: 'withdraw', to: 'withdrawn', who: 'enterprise' },
    { from: 'draft', move: 'remove', to: 'removed', who: 'enterprise' },
    { from: 'withdrawn', move: 'remove', to: 'removed', who: 'enterprise' },
    ...reviewStates(steps).flatMap((from, i): Transition[] => [
      { from, move: 'pass', to: after[i]!, who: 'reviewer' },
      ...(steps[i]!.mode === 'two' ? [{ from, move: 'countersign', to: from, who: 'reviewer' } as const] : []),
      { from, move: 'refuse', to: 'refused', who: 'reviewer' },
      { from, move: 'back', to: 'returned', who: 'reviewer' },
    ]),
  ]
}

export interface Situation {
  state: DeclarationState
  /** people who passed the present step in the present round */
  passedBy: readonly number[]
}

/**
 * The transition that a wish leads to, or null. A first pass where two are wanted becomes a countersign; who passed already cannot pass
 * again; what a reviewer has passed cannot be withdrawn any more.
 */
export function decide(
  steps: readonly FlowStep[],
  now: Situation,
  wish: 'submit' | 'withdraw' | 'remove' | 'pass' | 'refuse' | 'back',
  who: number,
): Transition | null {
  const move: DeclarationMove =
    wish === 'submit' && now.state === 'returned'
      ? 'resubmit'
      : wish === 'pass' && modeAt(steps, now.state) === 'two' && now.passedBy.length === 0
        ? 'countersign'
        : wish
  if (move === 'pass' && now.passedBy.includes(who)) return null
  if (move === 'withdraw' && now.passedBy.length > 0) return null
  return transitionsOf(steps).find((t) => t.from === now.state && t.move === move) ?? null
}

/** The way back from a reviewer's last move, while the declaration still stands where that move left it. */
export const undo = (
  steps: readonly FlowStep[],
  state: DeclarationState,
  last: { from: DeclarationState; to: DeclarationState },
): Transition | null =>
  (last.to === state && transitionsOf(steps).find((t) => t.move === 'revoke' && t.from === state && t.to === last.from)) || null

export const stepAt = <S extends FlowStep>(steps: readonly S[], state: DeclarationState): S | undefined =>
  steps.find((s) => reviewSteps[s.step].state === state)
const modeAt = (steps: readonly FlowStep[], state: DeclarationState): StepMode | undefined => stepAt(steps, state)?.mode
export const underReview: readonly DeclarationState[] = reviewStepKeys.map((key) => reviewSteps[key].state)
export const editableStates: readonly DeclarationState[] = ['draft', 'returned', 'withdrawn']
