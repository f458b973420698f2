import { allowanceStates, type AllowanceState, type Publicity } from '../../../contract/declaration/allowance-states.ts'

export const allowanceMoves = ['approve', 'refuse', 'publicise', 'pay', 'uphold', 'reopen', 'change', 'remove', 'correct'] as const
export type AllowanceMove = (typeof allowanceMoves)[number]

interface Transition {
  from: AllowanceState
  move: AllowanceMove
  to: AllowanceState | null
  permission: 'allowance:manage' | 'allowance:review'
  /** publicity in which it is allowed; left out: any */
  publicity?: readonly Publicity[]
}
const { pending, approved, refused, paid } = allowanceStates

/**
 * Every move of an allowance (inventory S246, S247, with publicity and objections between approval and payment); nothing else exists. An objection
 * that is upheld takes the approval back; one against a refusal opens the review again. What was noted of a payment is corrected, with a reason; the
 * payment itself is not taken back.
 */
export const transitions: readonly Transition[] = [
  { from: pending, move: 'change', to: pending, permission: 'allowance:manage' },
  { from: pending, move: 'approve', to: approved, permission: 'allowance:review' },
  { from: pending, move: 'refuse', to: refused, permission: 'allowance:review' },
  { from: pending, move: 'remove', to: null, permission: 'allowance:manage' },
  { from: refused, move: 'remove', to: null, permission: 'allowance:manage' },
  { from: refused, move: 'reopen', to: pending, permission: 'allowance:review' },
  { from: approved, move: 'publicise', to: approved, permission: 'allowance:manage', publicity: ['none'] },
  { from: approved, move: 'uphold', to: refused, permission: 'allowance:review' },
  { from: approved, move: 'pay', to: paid, permission: 'allowance:manage', publicity: ['ended'] },
  { from: paid, move: 'correct', to: paid, permission: 'allowance:manage' },
]

export interface Standing {
  state: AllowanceState
  publicity: Publicity
}
export const transitionOf = ({ state, publicity }: Standing, move: AllowanceMove): Transition | undefined =>
  transitions.find((t) => t.from === state && t.move === move && (t.publicity?.includes(publicity) ?? true))

/** Moves of a state that a holder of these permissions may make; who entered a record does not review it (C-06). */
export const movesFor = (at: Standing, permissions: ReadonlySet<string>, entered: boolean): AllowanceMove[] =>
  transitions
    .filter((t) => t.from === at.state && (t.publicity?.includes(at.publicity) ?? true) && permissions.has(t.permission))
    .filter((t) => !(entered && (t.move === 'approve' || t.move === 'refuse')))
    .map((t) => t.move)

/** Where an allowance stands with its publicity on `day`. */
export function publicityOf(row: { public_to: string | null; open_objections: number }, day: string): Publicity {
  if (row.open_objections > 0) return 'objected'
  if (row.public_to === null) return 'none'
  return day > row.public_to ? 'ended' : 'running'
}
