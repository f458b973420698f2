import {
  PROPOSAL_STATE,
  proposalMoves,
  proposalStateLabels,
  type ProposalKind,
  type ProposalMove,
  type ProposalState,
} from '../../../contract/policy/proposal-codes.ts'
import { allowed, flow, type Reader, type Standing } from '../../kernel/flow.ts'

const { draft, pending, done, discarded, rejected, waiting, undone } = PROPOSAL_STATE

/** States in which the text may be changed: a draft, and one that was sent back. */
export const writable: readonly ProposalState[] = [draft, rejected]
/** States that have not ended: at most one proposal of each kind per policy is in them. */
export const openStates: readonly ProposalState[] = [draft, pending, rejected, waiting]

export interface ProposalStanding extends Standing {
  state: ProposalState
  kind: ProposalKind
  policyId: number
  submittedBy: number | null
  /** whether taking effect needs a review (POLICY_REVIEW) */
  review: boolean
  /** a revision with a future day; a repeal is recorded at once, with its day */
  later: boolean
}
/** save: changes the text */
export type AnyProposalMove = ProposalMove | 'save' | 'takeEffect' | 'fail'

const unreviewed = ({ review }: ProposalStanding) => !review || '须由同事审核后生效，请提交审核'
const later = (row: ProposalStanding) => row.later
const isRevision = ({ kind }: ProposalStanding) => kind === 'revision'
const isRepeal = ({ kind }: ProposalStanding) => kind === 'repeal'
const publish = { from: [draft, pending, rejected], move: 'publish', who: 'policy:publish', name: '生效' } as const
const approve = { from: [pending], move: 'approve', who: 'policy:review', name: '审核通过', own: 'never' } as const
const because = (ask: string) => ({ field: 'opinion', ask })

/** As in the flow of a policy (ADR 0042), the author does not review. */
export const proposalFlow = flow<'policy_proposal', ProposalStanding, AnyProposalMove>({
  name: 'policyProposal',
  table: 'policy_proposal',
  thing: '政策修改',
  labels: { 0: '草稿', 1: '待审核', 2: '已生效', 3: '已放弃', 4: '被退回', 5: '待生效', 6: '已撤销' },
  stateName: ({ kind, state }) => proposalStateLabels[kind][state],
  first: [draft],
  // A revision ends with `done`; a repeal can be undone.
  final: [discarded, undone],
  makers: (row) => [row.submittedBy],
  makerColumns: ['submitted_by'],
  writes: ['save'],
  about: ({ kind, policyId }) => ({ action: `policy.${kind}`, objectType: 'policy', objectId: policyId }),
  steps: [
    { from: writable, move: 'save', to: draft, who: 'policy:edit', name: '保存' },
    { ...publish, to: waiting, when: (row) => (later(row) ? unreviewed(row) : false) },
    { ...publish, to: done, when: unreviewed },
    { from: writable, move: 'submit', to: pending, who: 'policy:edit', name: '提交审核' },
    { from: [pending], move: 'withdraw', to: draft, who: 'policy:edit', name: '撤回', own: 'only' },
    { ...approve, to: waiting, when: later },
    { ...approve, to: done },
    { from: [pending], move: 'reject', to: rejected, who: 'policy:review', name: '退回', own: 'never', reason: because('请填写审核意见') },
    { from: writable, move: 'discard', to: discarded, who: 'policy:edit', name: '放弃' },
    { from: [waiting], move: 'recall', to: draft, who: 'policy:publish', name: '收回', when: isRevision },
    { from: [done], move: 'undo', to: undone, who: 'policy:publish', name: '撤销', when: isRepeal, reason: because('请填写撤销原因') },
    { from: openStates, move: 'discard', to: discarded, who: 'system', name: '放弃' },
    { from: [waiting], move: 'takeEffect', to: done, who: 'system', name: '到期生效' },
    { from: [waiting], move: 'fail', to: rejected, who: 'system', name: '未能生效' },
  ],
})

/** What the actor may do with a proposal. A user who may put it into effect at once is not offered to submit it. */
export function allowedProposalMoves(row: ProposalStanding, actor: Reader): ProposalMove[] {
  const moves = allowed(proposalFlow, actor, row)
  return proposalMoves.filter((name) => moves.includes(name) && !(name === 'submit' && moves.includes('publish')))
}
