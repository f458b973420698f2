/** A proposed change of a published policy, which waits beside it until it is reviewed (ADR 0059). No schema library. */

import type { Tone } from '../codes.ts'

export const proposalKinds = ['repeal', 'revision'] as const
export type ProposalKind = (typeof proposalKinds)[number]

/** Numbers equal those of POLICY_STATE where the names are equal. */
export const PROPOSAL_STATE = { draft: 0, pending: 1, done: 2, discarded: 3, rejected: 4, waiting: 5, undone: 6 } as const
export type ProposalState = (typeof PROPOSAL_STATE)[keyof typeof PROPOSAL_STATE]
export const proposalTones: Readonly<Record<ProposalState, Tone>> = {
  0: 'off',
  1: 'waiting',
  2: 'done',
  3: 'off',
  4: 'refused',
  5: 'running',
  6: 'off',
}

export const proposalStateLabels: Record<ProposalKind, Record<ProposalState, string>> = {
  repeal: {
    0: '废止草稿',
    1: '废止待审核',
    2: '已登记废止',
    3: '废止已放弃',
    4: '废止被退回',
    5: '废止待生效',
    6: '废止已撤销',
  },
  revision: {
    0: '修订中',
    1: '修订待审核',
    2: '修订已生效',
    3: '修订已放弃',
    4: '修订被退回',
    5: '修订待生效',
    6: '修订已撤销',
  },
}

/** `publish` skips the review; offered only without review (POLICY_REVIEW=0). */
export const proposalMoves = ['publish', 'submit', 'withdraw', 'approve', 'reject', 'discard', 'recall', 'undo'] as const
export type ProposalMove = (typeof proposalMoves)[number]
