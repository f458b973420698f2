import {
  examiningSteps,
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
  /** the signing offices, for the modes all, ordered and any */
  officeIds?: readonly number[] | undefined
}
export interface Transition {
  from: DeclarationState
  move: DeclarationMove
  to: DeclarationState | 'removed'
  who: 'enterprise' | 'reviewer'
}

/** The review states of a project's declarations, in order. */
const reviewStates = (steps: readonly FlowStep[]): DeclarationState[] => steps.map((s) => reviewSteps[s.step].state)

/**
 * Every move that declarations of a project may make (states.tsv S191–S201). `countersign` is the first of two passes at a step that needs
 * two people; it leaves the state unchanged. Each move of a reviewer can be reverted by `revoke` for some seconds (ADR 0062).
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
      ...(takesSeveral(steps[i]!.mode) ? [{ from, move: 'countersign', to: from, who: 'reviewer' } as const] : []),
      { from, move: 'refuse', to: 'refused', who: 'reviewer' },
      { from, move: 'back', to: 'returned', who: 'reviewer' },
    ]),
  ]
}

/** Modes that need several signatures. */
const takesSeveral = (mode: StepMode): boolean => mode === 'two' || mode === 'all' || mode === 'ordered'
export const signsByOffice = ({ mode }: Pick<FlowStep, 'mode'>): boolean => mode === 'all' || mode === 'ordered' || mode === 'any'
/** The signing party of a step: the person, or the office where offices sign. */
export const partyOf = (step: Pick<FlowStep, 'mode'>, s: { userId: number; officeId: number | null }): number =>
  signsByOffice(step) ? (s.officeId ?? 0) : s.userId

export interface Situation {
  state: DeclarationState
  /** parties (people, or offices where offices sign) that have passed the present step in this round */
  passedBy: readonly number[]
}

/** Whether this party's pass ends the step (`pass`), is one of several (`countersign`), or is not expected now (null). */
function passOf(step: FlowStep, passedBy: readonly number[], who: number): 'pass' | 'countersign' | null {
  const offices = step.officeIds ?? []
  if (passedBy.includes(who)) return null
  if (step.mode === 'one') return 'pass'
  if (step.mode === 'two') return passedBy.length === 0 ? 'countersign' : 'pass'
  if (!offices.includes(who)) return null
  if (step.mode === 'any') return 'pass'
  if (step.mode === 'ordered' && offices[passedBy.length] !== who) return null
  return offices.every((o) => o === who || passedBy.includes(o)) ? 'pass' : 'countersign'
}

/**
 * The transition for a requested move, or null. A pass becomes a countersign while more signatures are needed; a party cannot pass twice;
 * after a reviewer's pass the enterprise cannot withdraw. `who` is the party (partyOf).
 */
export function decide(
  steps: readonly FlowStep[],
  now: Situation,
  wish: 'submit' | 'withdraw' | 'remove' | 'pass' | 'refuse' | 'back',
  who: number,
): Transition | null {
  const step = stepAt(steps, now.state)
  const move: DeclarationMove | null =
    wish === 'submit' && now.state === 'returned' ? 'resubmit' : wish === 'pass' && step ? passOf(step, now.passedBy, who) : wish
  if (move === 'withdraw' && now.passedBy.length > 0) return null
  return transitionsOf(steps).find((t) => t.from === now.state && t.move === move) ?? null
}

/** The transition that reverts a reviewer's last move, while the declaration is still in the state that the move led to. */
export const undo = (
  steps: readonly FlowStep[],
  state: DeclarationState,
  last: { from: DeclarationState; to: DeclarationState },
): Transition | null =>
  (last.to === state && transitionsOf(steps).find((t) => t.move === 'revoke' && t.from === state && t.to === last.from)) || null

export const stepAt = <S extends FlowStep>(steps: readonly S[], state: DeclarationState): S | undefined =>
  steps.find((s) => reviewSteps[s.step].state === state)
export const underReview: readonly DeclarationState[] = reviewStepKeys.map((key) => reviewSteps[key].state)
/** The states between acceptance and decision. */
export const examiningStates: readonly DeclarationState[] = examiningSteps.map((key) => reviewSteps[key].state)
export const editableStates: readonly DeclarationState[] = ['draft', 'returned', 'withdrawn']
/** States in which the service window that entered a declaration still handles it; a withdrawn one belongs to the enterprise again. */
export const enteredStates: readonly DeclarationState[] = ['draft', 'returned']
