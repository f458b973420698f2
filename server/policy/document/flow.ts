import { POLICY_STATE, type DocumentState } from '../../../contract/policy/codes.ts'
import type { PolicyDocument } from '../../../contract/policy/documents.ts'
import type { Actor } from '../../kernel/actor.ts'

const { draft, pending, published, down, rejected } = POLICY_STATE

/** The states of policies (states.tsv S088…S094) without scheduling. */
export const documentFlow = {
  submit: { from: [draft, rejected], to: pending, can: 'policy:edit', name: '提交审核' },
  publish: { from: [draft, pending, rejected], to: published, can: 'policy:publish', name: '发布' },
  approve: { from: [pending], to: published, can: 'policy:review', name: '审核通过' },
  reject: { from: [pending], to: rejected, can: 'policy:review', name: '审核不通过' },
  takeDown: { from: [published], to: down, can: 'policy:publish', name: '下架' },
  takeUp: { from: [down], to: published, can: 'policy:publish', name: '上架' },
  delete: { from: [draft, down, rejected], to: null, can: 'policy:edit', name: '删除' },
} as const satisfies Record<string, { from: readonly DocumentState[]; to: DocumentState | null; can: string; name: string }>

/** What the actor may do with a document that stands so; `review`: publishing needs one. */
export function allowedOn(
  { state, submittedBy }: { state: DocumentState; submittedBy: number | null },
  actor: Actor,
  review: boolean,
): PolicyDocument['allowed'] {
  const may = (name: keyof typeof documentFlow) =>
    actor.permissions.has(documentFlow[name].can)
    && (documentFlow[name].from as readonly DocumentState[]).includes(state)
    && !((name === 'approve' || name === 'reject') && submittedBy === actor.userId)
  const edits =
    actor.permissions.has('policy:edit') && state !== pending && (state !== published || actor.permissions.has('policy:publish'))
  return [
    ...(edits ? (['edit'] as const) : []),
    ...(may('submit') || (!review && may('publish')) ? (['publish'] as const) : []),
    ...(['approve', 'reject', 'takeUp', 'takeDown', 'delete'] as const).filter(may),
  ]
}
