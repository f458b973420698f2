import { proposalStateLabels, PROPOSAL_STATE, type ProposalKind, type ProposalState } from '../../../contract/policy/proposal-codes.ts'
import { POLICY_STATE, type PolicyState } from '../../../contract/policy/codes.ts'
import { signedIn, type Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit.ts'
import { today } from '../../kernel/clock.ts'
import { conflict, forbidden, invalidField, notFound, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { notify } from '../../system/index.ts'
import type { Tx } from '../change.ts'
import { proposalFlow, type AnyProposalMove, type ProposalTransition } from './flow.ts'
import { dropRevisionFiles } from './revision-files.ts'
import { refuseRevision, takeRevision } from './revision-effect.ts'
import { liftRepeal, recordRepeal, refuseRepeal } from './repeal-effect.ts'

export interface Asked {
  id: number
  version?: number | undefined
}
export interface Moved {
  id: number
  state: ProposalState
  version: number
}
export interface Subject {
  id: number
  code: string
  title: string
  state: PolicyState
}

/** What a proposal may be made of, and what it does when it takes effect. Throws the reason against it. */
interface Kind {
  refuse(db: Tx, k: Kernel, policy: Subject, proposal: Loaded): Promise<void>
  effect(db: Tx, k: Kernel, call: Call, policy: Subject, proposal: Loaded): Promise<void>
}
export interface Loaded {
  id: number
  kind: ProposalKind
  content: unknown
  effectiveOn: string | null
  submittedBy: number | null
  author: { id: number; name: string } | null
}
const kinds: Record<ProposalKind, Kind> = {
  repeal: { refuse: refuseRepeal, effect: recordRepeal },
  revision: { refuse: refuseRevision, effect: takeRevision },
}

/** The policy of a proposal, held until the transaction ends, so that its moves and those of the policy come one after another. */
export async function holdPolicy(db: Tx, id: number): Promise<Subject> {
  const policy = await db
    .selectFrom('policy')
    .select(['id', 'code', 'title', 'state'])
    .where('id', '=', id)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (!policy) throw notFound('该政策不存在或已被删除')
  return policy
}

/**
 * One move of one proposal. The UPDATE itself expects the states the move may start from (the version, if the caller names one, and whose
 * review it is); what it does to the policy and the audit row commit with it. Throws notFound, conflict or the reason.
 */
export async function moveProposal(
  db: Tx,
  k: Kernel,
  call: Call,
  name: AnyProposalMove,
  { id, version }: Asked,
  opinion: string | null = null,
): Promise<Moved> {
  const transition: ProposalTransition = proposalFlow[name]
  const actor = transition.can === null ? null : signedIn(call.actor)
  if (transition.can !== null && !actor!.permissions.has(transition.can)) throw forbidden()
  if (name === 'publish' && k.config.POLICY_REVIEW) throw refused('须由同事审核后生效，请提交审核', 'REVIEW')
  if (name === 'reject' && !opinion) throw invalidField('opinion', '请填写审核意见')
  if (name === 'undo' && !opinion) throw invalidField('opinion', '请填写撤销原因')
  const found = await db
    .selectFrom('policy_proposal')
    .select(['policy_id', 'kind', 'content', 'effective_on', 'submitted_by', 'created_by', 'created_by_name'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found || (transition.only && transition.only !== found.kind)) throw notFound('该记录不存在或已被处理')
  const policy = await holdPolicy(db, found.policy_id)
  const proposal: Loaded = {
    id,
    kind: found.kind,
    content: found.content,
    effectiveOn: found.effective_on,
    submittedBy: found.submitted_by,
    author: found.created_by === null ? null : { id: found.created_by, name: found.created_by_name ?? '' },
  }
  const later = found.kind === 'revision' && found.effective_on !== null && found.effective_on > today(k.clock)
  const to = transition.to === 'effect' ? (later ? PROPOSAL_STATE.waiting : PROPOSAL_STATE.done) : transition.to
  const now = k.clock.now().toISOString()
  const moved = await db
    .updateTable('policy_proposal')
    .set(({ eb }) => ({ state: to, version: eb('version', '+', 1), updated_at: now, ...marksOf(name, actor, now, opinion) }))
    .where('id', '=', id)
    .where('state', 'in', [...transition.from])
    .$if(version !== undefined, (q) => q.where('version', '=', version!))
    .$if(transition.who === 'submitter', (q) => q.where('submitted_by', '=', actor!.userId))
    .$if(transition.who === 'notSubmitter', (q) => q.where('submitted_by', 'is distinct from', actor!.userId))
    .returning(['state', 'version'])
    .executeTakeFirst()
  if (!moved) throw await reasonAgainst(db, name, { id, version }, actor)
  const kind = kinds[found.kind]
  if (name === 'submit' || transition.to === 'effect' || name === 'takeEffect') await kind.refuse(db, k, policy, proposal)
  if (to === PROPOSAL_STATE.done) await kind.effect(db, k, call, policy, proposal)
  if (name === 'discard') await dropRevisionFiles(db, id)
  if (name === 'undo') await liftRepeal(db, k, call, policy)
  await audit(db, call, {
    action: `policy.${found.kind}.${name}`,
    objectType: 'policy',
    objectId: policy.id,
    detail: { code: policy.code, proposal: id, state: moved.state, effectiveOn: found.effective_on, ...(opinion ? { opinion } : {}) },
  })
  await tellAuthor(db, k, name, policy, proposal, opinion, moved.version)
  return { id, state: moved.state, version: moved.version }
}

function marksOf(name: AnyProposalMove, actor: Actor | null, now: string, opinion: string | null) {
  if (name === 'submit') return { submitted_by: actor!.userId, submitted_by_name: actor!.name, submitted_at: now }
  if (name === 'approve' || name === 'reject')
    return { reviewed_by: actor!.userId, reviewed_by_name: actor!.name, reviewed_at: now, review_opinion: opinion }
  return name === 'undo' || name === 'fail' ? { review_opinion: opinion } : {}
}

async function reasonAgainst(db: Tx, name: AnyProposalMove, { id, version }: Asked, actor: Actor | null) {
  const row = await db
    .selectFrom('policy_proposal')
    .select(['kind', 'state', 'version', 'submitted_by'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return notFound('该记录不存在或已被处理')
  if (version !== undefined && row.version !== version) return conflict()
  const { from, who, name: word }: ProposalTransition = proposalFlow[name]
  if (from.includes(row.state)) {
    if (who === 'notSubmitter' && row.submitted_by === actor?.userId) return refused('不能审核自己提交的内容，请由其他同事审核', 'OWN_WORK')
    if (who === 'submitter') return refused('只有提交人可以撤回', 'NOT_SUBMITTER')
  }
  return refused(`当前状态为“${proposalStateLabels[row.kind][row.state]}”，不能${word}`, 'STATE')
}

const outcomes = { approve: '已通过审核', reject: '被退回', undo: '已被撤销', takeEffect: '已生效', fail: '未能生效' } as const

/** Who sent it hears what became of it; state as of this move, so the same is told once. */
async function tellAuthor(
  db: Tx,
  k: Kernel,
  name: AnyProposalMove,
  policy: Subject,
  { id, kind, submittedBy }: Loaded,
  opinion: string | null,
  version: number,
): Promise<void> {
  if (submittedBy === null || !(name in outcomes)) return
  await notify(db, k, {
    to: { userId: submittedBy },
    kind: 'work',
    key: `proposal:${id}:${version}`,
    title: `“${policy.title}”的${kind === 'repeal' ? '废止' : '修订'}${outcomes[name as keyof typeof outcomes]}`,
    ...(opinion ? { body: opinion } : {}),
    link:
      policy.state === POLICY_STATE.published && name === 'takeEffect'
        ? `/page/policyserverdetail?id=${policy.id}`
        : `/work/policyserveradmin?id=${policy.id}`,
  })
}
