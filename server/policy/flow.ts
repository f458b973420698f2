import { POLICY_STATE, policyStateLabels, type PolicyState } from '../../contract/policy/codes.ts'
import { policyMoves, type ManagedPolicy, type PolicyMove } from '../../contract/policy/managed-policies.ts'
import type { ProposalKind, ProposalState } from '../../contract/policy/proposal-codes.ts'
import type { Actor } from '../kernel/actor.ts'
import { allowed, flow, inPlace, type Reader, type Standing } from '../kernel/flow.ts'
import { writable } from './proposal/flow.ts'

const { draft, pending, published, down, rejected, scheduled } = POLICY_STATE

export interface PolicyStanding extends Standing {
  state: PolicyState
  submittedBy: number | null
  /** whether publishing needs a review (POLICY_REVIEW) */
  review: boolean
  /** its scheduled time of publication lies in the future */
  later: boolean
}
/** amend: a revision takes effect */
export type Move = PolicyMove | 'edit' | 'amend' | 'submit' | 'schedule' | 'release' | 'expire'

const editsShelf = ({ permissions }: Actor) => permissions.has('policy:edit') && permissions.has('policy:publish')
const reviewed = (row: PolicyStanding) => row.review
const unreviewed = (row: PolicyStanding) => !row.review
const later = (row: PolicyStanding) => row.later
const opinion = { field: 'reviewOpinion', ask: '请填写审核意见' }
const edit = { move: 'edit', who: 'policy:edit', name: '修改' } as const
const publish = { from: [draft, pending, rejected], move: 'publish', who: 'policy:publish', name: '发布' } as const
const approve = { from: [pending], move: 'approve', who: 'policy:review', name: '审核通过', own: 'never' } as const
const schedule = { move: 'schedule', who: 'policy:publish', name: '设置上下架时间' } as const

/**
 * states.tsv S088…S094 and ADR 0042. `publish` skips the review; it exists only where the installation requires none. With reviews, a
 * published policy is changed by a revision (ADR 0059); without, a change is public at once, so the editor must have the right to publish.
 * A policy that was changed while it was not published must be reviewed again before it is published.
 */
export const policyFlow = flow<'policy', PolicyStanding, Move>({
  name: 'policy',
  table: 'policy',
  thing: '政策',
  labels: policyStateLabels,
  first: [draft],
  final: [],
  makers: (row) => [row.submittedBy],
  makerColumns: ['submitted_by'],
  writes: ['edit'],
  steps: [
    ...inPlace([draft, rejected], edit),
    { ...edit, from: [down, scheduled], to: draft, when: reviewed },
    ...inPlace([down, scheduled], { ...edit, when: unreviewed }),
    ...inPlace([published], { ...edit, who: editsShelf, when: unreviewed }),
    { from: [published], move: 'amend', to: published, who: 'system', name: '修订' },
    { from: [draft, rejected], move: 'submit', to: pending, who: 'policy:edit', name: '提交审核' },
    { ...publish, to: scheduled, when: (row) => unreviewed(row) && later(row) },
    { ...publish, to: published, when: unreviewed },
    { from: [pending], move: 'withdraw', to: draft, who: 'policy:edit', name: '撤回', own: 'only' },
    { ...approve, to: scheduled, when: later },
    { ...approve, to: published },
    { from: [pending], move: 'reject', to: rejected, who: 'policy:review', name: '审核不通过', own: 'never', reason: opinion },
    { from: [down, scheduled], move: 'takeUp', to: published, who: 'policy:publish', name: '上架' },
    { from: [published, scheduled], move: 'takeDown', to: down, who: 'policy:publish', name: '下架' },
    { from: [draft, down, rejected], move: 'delete', to: null, who: 'policy:edit', name: '删除' },
    { ...schedule, from: [down], to: scheduled, when: later },
    ...inPlace([draft, pending, published, down, rejected, scheduled], schedule),
    { from: [scheduled], move: 'release', to: published, who: 'system', name: '定时上架' },
    { from: [published], move: 'expire', to: down, who: 'system', name: '定时下架' },
  ],
})

interface Offered extends PolicyStanding {
  /** a repeal is recorded, whatever its date */
  repealed: boolean
  /** proposals that have not ended yet */
  open: readonly { kind: ProposalKind; state: ProposalState }[]
}

/**
 * What the actor may do with a policy in this state: moves, proposals, order. The screen calls submitting "publish", as in the
 * specification.
 */
export const allowedMoves = (row: Offered, actor: Reader): ManagedPolicy['allowed'] => {
  const { state, review, repealed, open } = row
  const edits = actor.permissions.has('policy:edit')
  const written = (kind: ProposalKind) => open.find((p) => p.kind === kind)
  const revision = written('revision')
  const repeal = written('repeal')
  const goesOn = (p: { state: ProposalState } | undefined) => !p || writable.includes(p.state)
  const mayRevise = edits && state === published && (revision ? goesOn(revision) : review)
  const mayRepeal = edits && (state === published || state === down) && !repealed && goesOn(repeal)
  const moves = allowed(policyFlow, actor, row).map((name) => (name === 'submit' ? 'publish' : name))
  return [
    ...(!revision && moves.includes('edit') ? (['edit'] as const) : []),
    ...(mayRevise ? (['revise'] as const) : []),
    ...(mayRepeal ? (['repeal'] as const) : []),
    ...policyMoves.filter((name) => moves.includes(name)),
    ...(actor.permissions.has('policy:publish') ? (['setTop', 'schedule'] as const) : []),
  ]
}
