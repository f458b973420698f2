import { POLICY_STATE, policyStateLabels, type PolicyState } from '../../contract/policy/codes.ts'
import type { ManagedPolicy, PolicyMove } from '../../contract/policy/manage.ts'
import type { ProposalKind, ProposalState } from '../../contract/policy/proposal-codes.ts'
import type { Actor } from '../kernel/actor.ts'
import { writable } from './proposal/flow.ts'

const { draft, pending, published, down, rejected, scheduled } = POLICY_STATE

interface Transition {
  from: readonly PolicyState[]
  /** `shelf`: on the shelf, or waiting for its day when that lies ahead */
  to: PolicyState | 'shelf' | 'deleted'
  /** null: the clock does it */
  can: 'policy:edit' | 'policy:publish' | 'policy:review' | null
  /** who may not, or alone may, make this move */
  who?: 'notSubmitter' | 'submitter'
  name: string
}

/** states.tsv S088…S094 and ADR 0042. `publish` skips the review; it is offered only where the installation asks for none. */
export const flow = {
  submit: { from: [draft, rejected], to: pending, can: 'policy:edit', name: '提交审核' },
  publish: { from: [draft, pending, rejected], to: 'shelf', can: 'policy:publish', name: '发布' },
  withdraw: { from: [pending], to: draft, can: 'policy:edit', who: 'submitter', name: '撤回' },
  approve: { from: [pending], to: 'shelf', can: 'policy:review', who: 'notSubmitter', name: '审核通过' },
  reject: { from: [pending], to: rejected, can: 'policy:review', who: 'notSubmitter', name: '审核不通过' },
  takeDown: { from: [published, scheduled], to: down, can: 'policy:publish', name: '下架' },
  takeUp: { from: [down, scheduled], to: published, can: 'policy:publish', name: '上架' },
  release: { from: [scheduled], to: published, can: null, name: '定时上架' },
  expire: { from: [published], to: down, can: null, name: '定时下架' },
  delete: { from: [draft, down, rejected], to: 'deleted', can: 'policy:edit', name: '删除' },
} as const satisfies Record<PolicyMove | 'submit' | 'release' | 'expire', Transition>
export type Move = keyof typeof flow

/**
 * A pending policy waits for its review. A published one is revised (ADR 0059) where the installation reviews; elsewhere it changes at once
 * for everybody, so its editor must be a publisher.
 */
export const canEdit = (state: PolicyState, actor: Actor, review: boolean): boolean =>
  actor.permissions.has('policy:edit') && state !== pending && (state !== published || (!review && actor.permissions.has('policy:publish')))

interface Standing {
  state: PolicyState
  submittedBy: number | null
  /** a repeal is recorded, whatever its day */
  repealed: boolean
  /** proposals that are not over yet */
  open: readonly { kind: ProposalKind; state: ProposalState }[]
}

/** What the actor may do with a policy that stands so; `review`: publishing needs one. */
export const allowedMoves = ({ state, submittedBy, repealed, open }: Standing, actor: Actor, review: boolean): ManagedPolicy['allowed'] => {
  const may = (name: Move): boolean => {
    const move: Transition = flow[name]
    if (move.can === null || !actor.permissions.has(move.can) || !move.from.includes(state)) return false
    return move.who === undefined || (submittedBy === actor.userId) === (move.who === 'submitter')
  }
  const revision = open.find((p) => p.kind === 'revision')
  const mayRevise = actor.permissions.has('policy:edit') && state === published && (revision ? writable.includes(revision.state) : review)
  const written = open.find((p) => p.kind === 'repeal')
  const mayRepeal =
    actor.permissions.has('policy:edit')
    && (state === published || state === down)
    && !repealed
    && (!written || writable.includes(written.state))
  return [
    ...(!revision && canEdit(state, actor, review) ? (['edit'] as const) : []),
    ...(mayRevise ? (['revise'] as const) : []),
    ...(mayRepeal ? (['repeal'] as const) : []),
    ...(may('submit') || (!review && may('publish')) ? (['publish'] as const) : []),
    ...(['withdraw', 'approve', 'reject', 'takeUp', 'takeDown', 'delete'] as const).filter(may),
    ...(actor.permissions.has('policy:publish') ? (['setTop', 'schedule'] as const) : []),
  ]
}

export const illegal = (state: PolicyState, move: Move): string => `当前状态为“${policyStateLabels[state]}”，不能${flow[move].name}`
