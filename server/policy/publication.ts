import { sql } from 'kysely'
import { POLICY_STATE, type PolicyState } from '../../contract/policy/codes.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit, systemCall } from '../kernel/audit.ts'
import { AppError, conflict, forbidden, invalidField, notFound, refused } from '../kernel/errors.ts'
import { recurring } from '../kernel/jobs.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { changing, move, type Moved, type Tx } from './change.ts'
import { flow, illegal } from './flow.ts'
import { takeDueRevisions } from './proposal/due.ts'
import { checkedRule } from './rule-check.ts'

interface One {
  id: number
  version?: number | undefined
}
type BatchAction = 'publish' | 'withdraw' | 'takeUp' | 'takeDown' | 'approve' | 'reject' | 'delete'

/** To the review; where the installation asks for none (ADR 0042), a publisher's policy goes on the shelf at once. */
async function publish(db: Tx, k: Kernel, call: Call, one: One): Promise<Moved> {
  await refuseUnready(db, k, one.id)
  const direct = !k.config.POLICY_REVIEW && signedIn(call.actor).permissions.has('policy:publish')
  return move(db, k, call, direct ? 'publish' : 'submit', one)
}

/** S088 wants title, department and body; a rule that the engine cannot use would stop nobody and match nobody. Imported drafts may lack both. */
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

function review(db: Tx, k: Kernel, call: Call, pass: boolean, one: One, opinion: string | null | undefined): Promise<Moved> {
  if (!pass && !opinion) throw invalidField('reviewOpinion', '请填写审核意见')
  return move(db, k, call, pass ? 'approve' : 'reject', one, { opinion: opinion ?? null })
}

export const publishPolicy = (k: Kernel, call: Call, one: One) => changing(k, (db) => publish(db, k, call, one))
export const withdrawPolicy = (k: Kernel, call: Call, one: One) => changing(k, (db) => move(db, k, call, 'withdraw', one))
export const takeUp = (k: Kernel, call: Call, one: One) => changing(k, (db) => move(db, k, call, 'takeUp', one))
export const takeDown = (k: Kernel, call: Call, one: One) => changing(k, (db) => move(db, k, call, 'takeDown', one))
export const reviewPolicy = (
  k: Kernel,
  call: Call,
  { reviewState, reviewOpinion, ...one }: One & { reviewState: 'pass' | 'reject'; reviewOpinion?: string | null | undefined },
) => changing(k, (db) => review(db, k, call, reviewState === 'pass', one, reviewOpinion))
export const removePolicy = (k: Kernel, call: Call, one: One) =>
  changing<true>(k, async (db) => {
    await move(db, k, call, 'delete', one)
    return true
  })

/** Each row stands for itself: what is refused is named with its reason, the rest is done. */
export function batchPolicies(
  k: Kernel,
  call: Call,
  { ids, action, reviewOpinion }: { ids: readonly number[]; action: BatchAction; reviewOpinion?: string | null | undefined },
) {
  if (action === 'reject' && !reviewOpinion) throw invalidField('reviewOpinion', '请填写审核意见')
  if (!signedIn(call.actor).permissions.has(flow[action === 'publish' ? 'submit' : action].can)) throw forbidden()
  return changing(k, async (db) => {
    const titles = new Map(
      (
        await db
          .selectFrom('policy')
          .select(['id', 'title'])
          .where('id', 'in', [...ids])
          .where('deleted', '=', false)
          .execute()
      ).map((row) => [row.id, row.title]),
    )
    const results: { id: number; policyTitle: string; ok: boolean; message: string }[] = []
    for (const id of new Set(ids)) {
      const policyTitle = titles.get(id) ?? ''
      try {
        if (action === 'publish') await publish(db, k, call, { id })
        else if (action === 'approve' || action === 'reject') await review(db, k, call, action === 'approve', { id }, reviewOpinion)
        else await move(db, k, call, action, { id })
        results.push({ id, policyTitle, ok: true, message: '' })
      } catch (error) {
        // A refusal is raised before anything is written, so the transaction is still whole.
        if (!(error instanceof AppError)) throw error
        results.push({ id, policyTitle, ok: false, message: error.message })
      }
    }
    return { done: results.filter((r) => r.ok).length, results }
  })
}

/** The older batch calls of the specification: how many went, and why the others did not. */
export async function removePolicies(k: Kernel, call: Call, ids: readonly number[]) {
  const { done, results } = await batchPolicies(k, call, { ids, action: 'delete' })
  return { deleted: done, refused: results.filter((r) => !r.ok).map(({ id, policyTitle, message }) => ({ id, policyTitle, message })) }
}

interface Times {
  publishAt?: string | null | undefined
  takeDownAt?: string | null | undefined
}

/** Times at which the clock shelves a policy and takes it down again. A taken-down policy with a day to come waits for it (待上架). */
export const schedulePolicy = (k: Kernel, call: Call, { id, version, ...times }: One & Times): Promise<Moved> =>
  changing(k, async (db) => {
    const row = await db
      .selectFrom('policy')
      .select(['code', 'state', 'version', 'publish_at', 'take_down_at'])
      .where('id', '=', id)
      .where('deleted', '=', false)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notFound('该政策不存在或已被删除')
    if (version !== undefined && row.version !== version) throw conflict()
    const now = k.clock.now().toISOString()
    const publishAt = times.publishAt === undefined ? row.publish_at : times.publishAt
    const takeDownAt = times.takeDownAt === undefined ? row.take_down_at : times.takeDownAt
    refuseTimes(row.state, times, publishAt, takeDownAt, now)
    const state = row.state === POLICY_STATE.down && times.publishAt ? POLICY_STATE.scheduled : row.state
    const done = await db
      .updateTable('policy')
      .set(({ eb }) => ({
        version: eb('version', '+', 1),
        updated_at: now,
        updated_by: signedIn(call.actor).userId,
        publish_at: publishAt,
        take_down_at: takeDownAt,
        state,
      }))
      .where('id', '=', id)
      .returning(['state', 'version'])
      .executeTakeFirstOrThrow()
    await audit(db, call, {
      action: 'policy.schedule',
      objectType: 'policy',
      objectId: id,
      detail: { code: row.code, publishAt, takeDownAt },
    })
    return done
  })

function refuseTimes(state: PolicyState, times: Times, publishAt: string | null, takeDownAt: string | null, now: string): void {
  if (times.publishAt !== undefined && state === POLICY_STATE.published) throw refused(illegal(state, 'release'), 'STATE')
  if (times.publishAt === null && state === POLICY_STATE.scheduled) throw refused('待上架的政策请改期、立即上架或下架', 'STATE')
  if (times.publishAt && times.publishAt <= now) throw invalidField('publishAt', '上架时间须晚于现在')
  if (times.takeDownAt && times.takeDownAt <= now) throw invalidField('takeDownAt', '下架时间须晚于现在')
  if (publishAt && takeDownAt && Date.parse(takeDownAt) <= Date.parse(publishAt)) throw invalidField('takeDownAt', '下架时间须晚于上架时间')
}

/** Every minute: what is due goes on the shelf or comes down, each policy for itself. */
export const PUBLICATION_JOB = 'policy.schedule'
export function keepSchedule(k: Kernel): void {
  recurring(k, PUBLICATION_JOB, '* * * * *', () => runSchedule(k))
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
    for (const { id } of await due(state, column))
      await changing(k, (db) => move(db, k, systemCall(PUBLICATION_JOB), name, { id })).catch((error: unknown) => {
        // Somebody was faster; anything else is for the log, and the next minute tries again.
        if (!(error instanceof AppError)) k.log.error({ err: error, policy: id }, 'scheduled move failed')
      })
}
