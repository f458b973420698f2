import { PROPOSAL_STATE, proposalStateLabels, type ProposalKind, type ProposalState } from '../../../contract/policy/proposal-codes.ts'
import type { Proposal } from '../../../contract/policy/proposal.ts'
import { today } from '../../kernel/clock.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Reader } from '../../kernel/flow.ts'
import { allowedProposalMoves } from './flow.ts'

/** The content of a repeal, as stored in `policy_proposal.content`. */
export interface RepealContent {
  repealedById: number | null
  basis: string | null
}

export interface ProposalRow {
  id: number
  policyId: number
  kind: ProposalKind
  state: ProposalState
  version: number
  effectiveOn: string | null
  authorName: string | null
  submittedBy: number | null
  submitterName: string | null
  submitTime: string | null
  reviewerName: string | null
  reviewOpinion: string | null
  basis: string | null
  byId: number | null
  byTitle: string | null
}

const { draft, pending, rejected, waiting, done } = PROPOSAL_STATE

/** Column of a policy `p`: its open proposals and a recorded repeal, the oldest first; [] when there are none. */
export const PROPOSALS_COLUMN = `coalesce((select json_agg(json_build_object('id', r.id, 'policyId', r.policy_id, 'kind', r.kind, 'state', r.state, 'version', r.version,
    'effectiveOn', r.effective_on, 'authorName', r.created_by_name, 'submittedBy', r.submitted_by, 'submitterName', r.submitted_by_name,
    'submitTime', r.submitted_at, 'reviewerName', r.reviewed_by_name, 'reviewOpinion', r.review_opinion,
    'basis', r.content ->> 'basis', 'byId', b.id, 'byTitle', b.title) order by r.id)
  from policy_proposal r left join policy b on r.kind = 'repeal' and b.id = (r.content ->> 'repealedById')::bigint
  where r.policy_id = p.id and (r.state in (${draft}, ${pending}, ${rejected}, ${waiting}) or (r.kind = 'repeal' and r.state = ${done}))), '[]') as proposals`

/** Whether its day lies in the future; a repeal is recorded at once, with its day. */
export const isLater = (k: Kernel, { kind, effectiveOn }: { kind: ProposalKind; effectiveOn: string | null }): boolean =>
  kind === 'revision' && effectiveOn !== null && effectiveOn > today(k.clock)

export const proposalOf = (k: Kernel, row: ProposalRow, actor: Reader): Proposal => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  stateName: proposalStateLabels[row.kind][row.state],
  version: row.version,
  effectiveOn: row.effectiveOn,
  authorName: row.authorName,
  submitterName: row.submitterName,
  submitTime: row.submitTime && new Date(row.submitTime).toISOString(),
  reviewerName: row.reviewerName,
  reviewOpinion: row.reviewOpinion,
  repeal: row.kind === 'repeal' ? { by: row.byId === null ? null : { id: row.byId, policyTitle: row.byTitle! }, basis: row.basis } : null,
  allowed: allowedProposalMoves({ ...row, review: k.config.POLICY_REVIEW, later: isLater(k, row) }, actor),
})
