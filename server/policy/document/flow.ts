import { POLICY_STATE, policyStateLabels, type DocumentState } from '../../../contract/policy/codes.ts'
import type { PolicyDocument } from '../../../contract/policy/documents.ts'
import type { Actor } from '../../kernel/actor.ts'
import { allowed, flow, type Reader, type Standing } from '../../kernel/flow.ts'

const { draft, pending, published, down, rejected } = POLICY_STATE

interface DocumentStanding extends Standing {
  state: DocumentState
  submittedBy: number | null
  /** whether publishing needs a review (POLICY_REVIEW) */
  review: boolean
}
export type DocumentMove = 'edit' | 'submit' | 'publish' | 'approve' | 'reject' | 'takeUp' | 'takeDown' | 'delete'

const { [POLICY_STATE.scheduled]: _, ...labels } = policyStateLabels
const editsShelf = ({ permissions }: Actor) => permissions.has('policy:edit') && permissions.has('policy:publish')
const needsReview = ({ review }: DocumentStanding) => review
const needsNone = ({ review }: DocumentStanding) => !review
const changesAtOnce = ({ review }: DocumentStanding) => !review || '已上架的文件须先下架，修改后重新送审'
const opinion = { field: 'reviewOpinion', ask: '请填写审核意见' }

/**
 * The states of policies (states.tsv S088…S094) without scheduling. As with policies, a document that was changed while it was down must be
 * reviewed again before it is published. There are no revisions of a document: where publishing needs a review, a published one is taken
 * down before it is changed, so that nothing is public that only its writer has seen (ADR 1019).
 */
export const documentFlow = flow<'policy_document', DocumentStanding, DocumentMove>({
  name: 'policyDocument',
  table: 'policy_document',
  thing: '政策文件',
  labels,
  first: [draft],
  final: [],
  makers: (row) => [row.submittedBy],
  makerColumns: ['submitted_by'],
  writes: ['edit'],
  steps: [
    { from: [draft], move: 'edit', to: draft, who: 'policy:edit', name: '修改' },
    { from: [rejected], move: 'edit', to: rejected, who: 'policy:edit', name: '修改' },
    { from: [published], move: 'edit', to: published, who: editsShelf, name: '修改', when: changesAtOnce },
    { from: [down], move: 'edit', to: draft, who: 'policy:edit', name: '修改', when: needsReview },
    { from: [down], move: 'edit', to: down, who: 'policy:edit', name: '修改', when: needsNone },
    { from: [draft, rejected], move: 'submit', to: pending, who: 'policy:edit', name: '提交审核' },
    { from: [draft, pending, rejected], move: 'publish', to: published, who: 'policy:publish', name: '发布', when: needsNone },
    { from: [pending], move: 'approve', to: published, who: 'policy:review', name: '审核通过', own: 'never' },
    { from: [pending], move: 'reject', to: rejected, who: 'policy:review', name: '审核不通过', own: 'never', reason: opinion },
    { from: [down], move: 'takeUp', to: published, who: 'policy:publish', name: '上架' },
    { from: [published], move: 'takeDown', to: down, who: 'policy:publish', name: '下架' },
    { from: [draft, down, rejected], move: 'delete', to: null, who: 'policy:edit', name: '删除' },
  ],
})

/** What the actor may do with a document. The screen calls submitting "publish", as in the specification. */
export const allowedOn = (row: DocumentStanding, actor: Reader): PolicyDocument['allowed'] => [
  ...new Set(allowed(documentFlow, actor, row).map((name) => (name === 'submit' ? 'publish' : name))),
]
