import { PROPOSAL_STATE, type ProposalKind, type ProposalMove, type ProposalState } from '../../../contract/policy/proposal-codes.ts'
import type { Actor } from '../../kernel/actor.ts'

const { draft, pending, done, discarded, rejected, waiting, undone } = PROPOSAL_STATE

export interface ProposalTransition {
  from: readonly ProposalState[]
  /** `effect`: done, or waiting where its day lies ahead (revisions only; a repeal is recorded with its day) */
  to: ProposalState | 'effect'
  /** null: the clock does it */
  can: 'policy:edit' | 'policy:publish' | 'policy:review' | null
  who?: 'notSubmitter' | 'submitter'
  only?: ProposalKind
  name: string
}

/** Like the flow of a policy itself (ADR 0042): who wrote it does not review it. */
export const proposalFlow = {
  submit: { from: [draft, rejected], to: pending, can: 'policy:edit', name: '提交审核' },
  publish: { from: [draft, pending, rejected], to: 'effect', can: 'policy:publish', name: '生效' },
  withdraw: { from: [pending], to: draft, can: 'policy:edit', who: 'submitter', name: '撤回' },
  approve: { from: [pending], to: 'effect', can: 'policy:review', who: 'notSubmitter', name: '审核通过' },
  reject: { from: [pending], to: rejected, can: 'policy:review', who: 'notSubmitter', name: '退回' },
  discard: { from: [draft, rejected], to: discarded, can: 'policy:edit', name: '放弃' },
  recall: { from: [waiting], to: draft, can: 'policy:publish', only: 'revision', name: '收回' },
  undo: { from: [done], to: undone, can: 'policy:publish', only: 'repeal', name: '撤销' },
  takeEffect: { from: [waiting], to: done, can: null, only: 'revision', name: '到期生效' },
  fail: { from: [waiting], to: rejected, can: null, only: 'revision', name: '未能生效' },
} as const satisfies Record<ProposalMove | 'takeEffect' | 'fail', ProposalTransition>
export type AnyProposalMove = keyof typeof proposalFlow

/** A draft and what was sent back may be written anew. */
export const writable: readonly ProposalState[] = [draft, rejected]
/** Not over yet: at most one of each kind for a policy. */
export const openStates: readonly ProposalState[] = [draft, pending, rejected, waiting]

interface Standing {
  kind: ProposalKind
  state: ProposalState
  submittedBy: number | null
}

/** What the actor may do with a proposal that stands so; `review`: it needs one. */
export const allowedProposalMoves = ({ kind, state, submittedBy }: Standing, actor: Actor, review: boolean): ProposalMove[] => {
  const may = (name: ProposalMove): boolean => {
    const move: ProposalTransition = proposalFlow[name]
    if (move.can === null || !actor.permissions.has(move.can) || !move.from.includes(state)) return false
    if (move.only !== undefined && move.only !== kind) return false
    return move.who === undefined || (submittedBy === actor.userId) === (move.who === 'submitter')
  }
  const moves = (['withdraw', 'approve', 'reject', 'discard', 'recall', 'undo'] as const).filter(may)
  const forward = !review && may('publish') ? (['publish'] as const) : may('submit') ? (['submit'] as const) : []
  return [...forward, ...moves]
}
