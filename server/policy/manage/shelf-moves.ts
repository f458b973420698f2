import { sql } from 'kysely'
import { POLICY_STATE, type PolicyState } from '../../../contract/policy/codes.ts'
import type { BatchResult } from '../../../contract/batch.ts'
import { signedIn } from '../../kernel/actor.ts'
import { systemCall } from '../../kernel/audit/audit.ts'
import { batch } from '../../kernel/jobs/batch.ts'
import { AppError, conflict, forbidden, invalidField, notFound, refused } from '../../kernel/errors.ts'
import { move } from '../../kernel/flow.ts'
import { recurring } from '../../kernel/jobs/jobs.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { eachDue } from '../../kernel/offers/publishing.ts'
import { policyById } from '../policy-reference.ts'
import { changing, lockPolicy, movePolicy, type Moved, type Tx } from '../policy-moves.ts'
import { refuseUnread, type Checked } from '../comparison/review-pair.ts'
import { policyFlow } from '../flow.ts'
import { takeDueRevisions } from '../proposal/due.ts'
import { checkedRule } from '../rule/rule-check.ts'

interface One {
  id: number
  version?: number | undefined
}
type BatchAction = 'publish' | 'withdraw' | 'takeUp' | 'takeDown' | 'approve' | 'reject' | 'delete'

/**
 * Submits for review. Where the installation requires none (ADR 0042), a policy of a user with the right to publish is published at once.
 */
async function publish(db: Tx, k: Kernel, call: Call, one: One): Promise<Moved> {
  await refuseUnready(db, k, one.id)
  const direct = !k.config.POLICY_REVIEW && signedIn(call.actor).permissions.has('policy:publish')
  return movePolicy(db, k, call, direct ? 'publish' : 'submit', one)
}

/** S088 requires title, department and body, and the engine must be able to use the rule. Imported drafts may lack both. */
async function refuseUnready(db: Tx, k: Kernel, id: number): Promise<void> {
  const row = await db
    .selectFrom('policy as p')
    .innerJoin('policy_version as v', 'v.policy_id', 'p.id')
    .select(['p.code', 'p.title', 'p.content', 'v.rule'])
    .where('p.id', '=', id)
    .where('p.deleted', '=', false)
    .orderBy('v.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw notFound('该政策不存在或已被删除')
  if (!/\S/.test(row.content)) throw refused('还没有政策正文，请先补充', 'INCOMPLETE')
  try {
    checkedRule(k, row.rule, row.code, row.title)
  } catch (error) {
    if (error instanceof AppError) throw refused(`申报条件还不能使用，请先完善：${error.message}`, 'INCOMPLETE')
    throw error
  }
}

const review = (db: Tx, k: Kernel, call: Call, pass: boolean, one: One, opinion: string | null | undefined): Promise<Moved> =>
  movePolicy(db, k, call, pass ? 'approve' : 'reject', one, opinion ?? null)

export const publishPolicy = (k: Kernel, call: Call, one: One) => changing(k, (db) => publish(db, k, call, one))
export const withdrawPolicy = (k: Kernel, call: Call, one: One) => changing(k, (db) => movePolicy(db, k, call, 'withdraw', one))
export const takeUp = (k: Kernel, call: Call, one: One) => changing(k, (db) => movePolicy(db, k, call, 'takeUp', one))
export const takeDown = (k: Kernel, call: Call, one: One) => changing(k, (db) => movePolicy(db, k, call, 'takeDown', one))
export async function reviewPolicy(
  k: Kernel,
  call: Call,
  {
    reviewState,
    reviewOpinion,
    checked,
    ...one
  }: One & { reviewState: 'pass' | 'reject'; reviewOpinion?: string | null | undefined; checked?: Checked | undefined },
): Promise<Moved> {
  const pass = reviewState === 'pass'
  if (pass && (await awaitsReview(k, one.id))) await refuseUnread(k, one.id, checked)
  return changing(k, (db) => review(db, k, call, pass, one, reviewOpinion))
}

/** A policy that does not wait for review is refused by the move, with the reason. */
const awaitsReview = async (k: Kernel, id: number) => (await policyById(k.db, id))?.state === POLICY_STATE.pending

export const removePolicy = (k: Kernel, call: Call, one: One) =>
  changing<true>(k, async (db) => {
    await movePolicy(db, k, call, 'delete', one)
    return true
  })

interface Together {
  action: BatchAction
  reviewOpinion?: string | null | undefined
}
export function batchPolicies(k: Kernel, call: Call, { items, ...together }: Together & { items: readonly One[] }): Promise<BatchResult> {
  const { action, reviewOpinion } = together
  if (action === 'reject' && !reviewOpinion) throw invalidField('reviewOpinion', '请填写审核意见')
  const { permissions } = signedIn(call.actor)
  const named = policyFlow.steps.filter((s) => s.move === (action === 'publish' ? 'submit' : action))
  if (!named.some(({ who }) => typeof who === 'string' && permissions.has(who))) throw forbidden()
  const one = (db: Tx, row: One) => {
    if (action === 'publish') return publish(db, k, call, row)
    // An approval requires reading section by section (ADR 0194).
    if (action === 'approve') throw refused('须打开政策，逐节核对后通过', 'UNCHECKED')
    if (action === 'reject') return review(db, k, call, false, row, reviewOpinion)
    return movePolicy(db, k, call, action, row)
  }
  const titles = (ids: number[]) =>
    k.db.selectFrom('policy').select(['id', 'title as name']).where('id', 'in', ids).where('deleted', '=', false).execute()
  return batch(items, titles, async (row) => void (await changing(k, (db) => one(db, row))))
}

/** The batch calls of the specification send only ids. */
export const removePolicies = (k: Kernel, call: Call, ids: readonly number[]) =>
  batchPolicies(k, call, { items: ids.map((id) => ({ id })), action: 'delete' })

interface Times {
  publishAt?: string | null | undefined
  takeDownAt?: string | null | undefined
}

/** Sets the times at which a job publishes a policy and takes it down again. A taken-down policy with a future time waits for it (待上架). */
export const schedulePolicy = (k: Kernel, call: Call, { id, version, ...times }: One & Times): Promise<Moved> =>
  changing(k, async (db) => {
    const row = await lockPolicy(db, k, call, id)
    const seen = version ?? row.version
    if (seen !== row.version) throw conflict()
    const publishAt = times.publishAt === undefined ? row.publish_at : times.publishAt
    const takeDownAt = times.takeDownAt === undefined ? row.take_down_at : times.takeDownAt
    refuseTimes(row.state, times, publishAt, takeDownAt, k.clock.now().toISOString())
    const comes = { ...row, later: Boolean(times.publishAt) }
    const set = { updated_by: signedIn(call.actor).userId, publish_at: publishAt, take_down_at: takeDownAt }
    const detail = { code: row.code, publishAt, takeDownAt }
    return move(db, call, policyFlow, comes, { move: 'schedule', version: seen, set, detail })
  })

function refuseTimes(state: PolicyState, times: Times, publishAt: string | null, takeDownAt: string | null, now: string): void {
  if (times.publishAt !== undefined && state === POLICY_STATE.published) throw refused('当前状态为“已上架”，不能定时上架', 'STATE')
  if (times.publishAt === null && state === POLICY_STATE.scheduled) throw refused('待上架的政策请改期、立即上架或下架', 'STATE')
  if (times.publishAt && times.publishAt <= now) throw invalidField('publishAt', '上架时间须晚于现在')
  if (times.takeDownAt && times.takeDownAt <= now) throw invalidField('takeDownAt', '下架时间须晚于现在')
  if (publishAt && takeDownAt && Date.parse(takeDownAt) <= Date.parse(publishAt)) throw invalidField('takeDownAt', '下架时间须晚于上架时间')
}

/** Every minute: publishes and takes down the policies that are due, each independently. */
export const PUBLICATION_JOB = 'policy.schedule'
export function keepSchedule(k: Kernel): void {
  recurring(k, { name: PUBLICATION_JOB, title: '政策的定时发布与下架', cron: '* * * * *' }, () => runSchedule(k))
}
async function runSchedule(k: Kernel): Promise<void> {
  const now = k.clock.now().toISOString()
  const due = async (state: PolicyState, column: 'publish_at' | 'take_down_at') =>
    k.db
      .selectFrom('policy')
      .select('id')
      .where('state', '=', state)
      .where('deleted', '=', false)
      .where(column, '<=', now)
      .orderBy(sql.ref(column))
      .orderBy('id')
      .limit(500)
      .execute()
  await takeDueRevisions(k)
  for (const [name, state, column] of [
    ['release', POLICY_STATE.scheduled, 'publish_at'],
    ['expire', POLICY_STATE.published, 'take_down_at'],
  ] as const)
    await eachDue(k, await due(state, column), ({ id }) =>
      changing(k, (db) => movePolicy(db, k, systemCall(PUBLICATION_JOB), name, { id })),
    )
}
