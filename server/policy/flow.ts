import { POLICY_STATE, policyStateLabels, type PolicyState } from '../../contract/policy/codes.ts'
import type { ManagedPolicy, PolicyMove } from '../../contract/policy/manage.ts'
import type { Actor } from '../kernel/actor.ts'

const { draft, pending, published, down, rejected } = POLICY_STATE

interface Transition {
  from: readonly PolicyState[]
  to: PolicyState | 'deleted'
  can: 'policy:edit' | 'policy:publish'
  name: string
}

/** states.tsv S088…S094. Who holds policy:publish is the reviewer: his own `publish` needs no second one. */
export const flow = {
  submit: { from: [draft, rejected], to: pending, can: 'policy:edit', name: '提交审核' },
  publish: { from: [draft, pending, rejected], to: published, can: 'policy:publish', name: '发布' },
  approve: { from: [pending], to: published, can: 'policy:publish', name: '审核通过' },
  reject: { from: [pending], to: rejected, can: 'policy:publish', name: '审核不通过' },
  takeDown: { from: [published], to: down, can: 'policy:publish', name: '下架' },
  takeUp: { from: [down], to: published, can: 'policy:publish', name: '上架' },
  delete: { from: [draft, down, rejected], to: 'deleted', can: 'policy:edit', name: '删除' },
} as const satisfies Record<PolicyMove | 'submit', Transition>
export type Move = keyof typeof flow

/** A pending policy waits for its review; a published one changes at once for everybody, so its editor must be a publisher. */
export const canEdit = (state: PolicyState, actor: Actor): boolean =>
  actor.permissions.has('policy:edit') && state !== pending && (state !== published || actor.permissions.has('policy:publish'))

export const allowedMoves = (state: PolicyState, actor: Actor): ManagedPolicy['allowed'] => {
  const may = (move: Move) => actor.permissions.has(flow[move].can) && (flow[move].from as readonly PolicyState[]).includes(state)
  return [
    ...(canEdit(state, actor) ? (['edit'] as const) : []),
    ...(may('publish') || may('submit') ? (['publish'] as const) : []),
    ...(['approve', 'reject', 'takeUp', 'takeDown', 'delete'] as const).filter(may),
    ...(actor.permissions.has('policy:publish') ? (['setTop'] as const) : []),
  ]
}

export const illegal = (state: PolicyState, move: Move): string => `当前状态为“${policyStateLabels[state]}”，不能${flow[move].name}`
