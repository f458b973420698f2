import { PROPOSAL_STATE, type ProposalKind, type ProposalState } from '../../../contract/policy/proposal-codes.ts'
import { POLICY_STATE, type PolicyState } from '../../../contract/policy/codes.ts'
import { quoted } from '../../../contract/quoted.ts'
import type { Actor } from '../../kernel/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { move } from '../../kernel/flow.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { handled, notify } from '../../system/index.ts'
import type { Tx } from '../policy-moves.ts'
import { requirePolicy } from '../manage/managed-access.ts'
import { proposalFlow, type AnyProposalMove } from './flow.ts'
import { dropRevisionFiles } from './revision-files.ts'
import { refuseRevision, takeRevision } from './revision-effect.ts'
import { liftRepeal, recordRepeal, refuseRepeal } from './repeal-effect.ts'
import { findProposal, reviewWait } from './write.ts'

export interface Asked {
  id: number
  version: number
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

/** The checks and effects of one kind of proposal. They throw the reason for a refusal. */
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

/** Locks the policy of a proposal until the transaction ends, so that moves of both run one after another. */
export async function holdPolicy(db: Tx, call: Pick<Call, 'actor'>, id: number): Promise<Subject> {
  await requirePolicy(db, call.actor, id)
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

/** One move of one proposal; its effect on the policy and the author's notice commit with it. */
export async function moveProposal(
  db: Tx,
  k: Kernel,
  call: Call,
  name: Exclude<AnyProposalMove, 'save'>,
  { id, version }: Asked,
  opinion: string | null = null,
): Promise<Moved> {
  const gone = () => notFound('该记录不存在或已被处理')
  const found = await findProposal(db, k, id)
  if (!found) throw gone()
  const policy = await holdPolicy(db, call, found.policyId)
  // Read again under the lock: another caller may have moved the proposal before.
  const row = (await findProposal(db, k, id))!
  const author = row.created_by === null ? null : { id: row.created_by, name: row.created_by_name ?? '' }
  const proposal: Loaded = { ...row, author }
  const moved = await move(db, call, proposalFlow, row, {
    move: name,
    version,
    reason: opinion,
    bySystem: name === 'takeEffect' || name === 'fail',
    set: marksOf(name, call.actor, k.clock.now().toISOString(), opinion),
    detail: { code: policy.code, proposal: id, effectiveOn: row.effectiveOn },
  })
  const kind = kinds[row.kind]
  const { done, waiting } = PROPOSAL_STATE
  if (name === 'submit' || moved.state === done || moved.state === waiting) await kind.refuse(db, k, policy, proposal)
  if (moved.state === done) await kind.effect(db, k, call, policy, proposal)
  if (name === 'discard') await dropRevisionFiles(db, id)
  if (name === 'undo') await liftRepeal(db, k, call, policy)
  await tellAuthor(db, k, name, policy, proposal, opinion, moved.version)
  await tellReviewers(db, k, call, policy, row, moved.state)
  return { id, ...moved }
}

function marksOf(name: AnyProposalMove, actor: Actor | null, now: string, opinion: string | null) {
  if (name === 'submit') return { submitted_by: actor!.userId, submitted_by_name: actor!.name, submitted_at: now }
  if (name === 'approve' || name === 'reject')
    return { reviewed_by: actor!.userId, reviewed_by_name: actor!.name, reviewed_at: now, review_opinion: opinion }
  return name === 'undo' || name === 'fail' ? { review_opinion: opinion } : {}
}

/** Notifies reviewers when a proposal waits, and closes these notices when it no longer does. */
async function tellReviewers(
  db: Tx,
  k: Kernel,
  { actor }: Call,
  policy: Subject,
  { id, kind, state }: { id: number; kind: ProposalKind; state: ProposalState },
  now: ProposalState,
): Promise<void> {
  const { pending } = PROPOSAL_STATE
  const waitsFor = reviewWait(id)
  if (state === pending && now !== pending) await handled(db, k, waitsFor)
  if (state === pending || now !== pending) return
  await notify(db, k, {
    to: { permission: 'policy:review' },
    kind: 'work',
    title: `${quoted(policy.title)}的${kind === 'repeal' ? '废止' : '修订'}等待审核`,
    body: actor ? `由${actor.name}提交。` : '',
    link: `/work/policycheckmanage?id=${policy.id}`,
    waitsFor,
    except: actor?.userId ?? null,
  })
}

const outcomes = { approve: '已通过审核', reject: '被退回', undo: '已被撤销', takeEffect: '已生效', fail: '未能生效' } as const

/** Notifies the submitter of the result. The key contains the state of this move, so each is sent once. */
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
    kind: name === 'reject' || name === 'fail' ? 'work' : 'policy',
    key: `proposal:${id}:${version}`,
    title: `${quoted(policy.title)}的${kind === 'repeal' ? '废止' : '修订'}${outcomes[name as keyof typeof outcomes]}`,
    ...(opinion ? { body: opinion } : {}),
    link:
      policy.state === POLICY_STATE.published && name === 'takeEffect'
        ? `/page/policyserverdetail?id=${policy.id}`
        : `/work/policyserveradmin?id=${policy.id}`,
  })
}
