import { bindingStates, type BindingState } from '../../../contract/binding.ts'

export type BindingMove = 'approve' | 'refuse' | 'unbind' | 'remove'
/** person: who asked; examiner: staff with the right, or the company's own account, never the person themselves. */
type Who = 'person' | 'examiner'
interface Transition {
  from: BindingState
  move: BindingMove
  /** removed: the row goes */
  to: BindingState | 'removed'
  who: readonly Who[]
}

const { waiting, bound, refused, unbound } = bindingStates
/** states.tsv S205–S208; what was never bound can be taken away by the person who asked. */
export const transitions: readonly Transition[] = [
  { from: waiting, move: 'approve', to: bound, who: ['examiner'] },
  { from: waiting, move: 'refuse', to: refused, who: ['examiner'] },
  { from: bound, move: 'unbind', to: unbound, who: ['person', 'examiner'] },
  { from: waiting, move: 'remove', to: 'removed', who: ['person'] },
  { from: refused, move: 'remove', to: 'removed', who: ['person'] },
]

export const transitionOf = (from: BindingState, move: BindingMove, who: Who | null): Transition | undefined =>
  who === null ? undefined : transitions.find((t) => t.from === from && t.move === move && t.who.includes(who))
export const movesOf = (from: BindingState, who: Who | null): BindingMove[] =>
  who === null ? [] : transitions.filter((t) => t.from === from && t.who.includes(who)).map((t) => t.move)
