import { POLICY_STATE } from '../../contract/policy/codes.ts'
import type { z } from 'zod'
import type { CollectedPolicy, follow } from '../../contract/policy/follow.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { signedIn } from '../kernel/actor.ts'
import { policyById, policyItems } from '../policy/index.ts'
import { withStanding } from './standing.ts'
import { likeText } from '../kernel/db/like.ts'
import { pageOf } from '../kernel/lists/page-of.ts'

/** Throws unless the policy is published. Only published policies can be added; others can still be removed. */
export async function requirePublished(db: Db, policyId: number): Promise<{ title: string }> {
  const policy = await policyById(db, policyId)
  if (policy?.state !== POLICY_STATE.published) throw notFound('该政策不存在或已下架')
  return policy
}

export async function collect(k: Kernel, call: Call, asked: Parsed<typeof follow.collect>['body']): Promise<true> {
  const { userId } = signedIn(call.actor)
  const { polInfoId: policyId, collectFlag } = asked
  await k.db.transaction().execute(async (db) => {
    const mine = db.selectFrom('policy_favourite').select('policy_id').where('user_id', '=', userId).where('policy_id', '=', policyId)
    const wanted = collectFlag === undefined ? !(await mine.executeTakeFirst()) : collectFlag === 1
    if (wanted) await requirePublished(db, policyId)
    const changed = wanted
      ? await db
          .insertInto('policy_favourite')
          .values({ user_id: userId, policy_id: policyId, created_at: k.clock.now() })
          .onConflict((c) => c.doNothing())
          .returning('policy_id')
          .executeTakeFirst()
      : await db
          .deleteFrom('policy_favourite')
          .where('user_id', '=', userId)
          .where('policy_id', '=', policyId)
          .returning('policy_id')
          .executeTakeFirst()
    if (changed) await audit(db, call, { action: wanted ? 'favourite.add' : 'favourite.remove', objectType: 'policy', objectId: policyId })
  })
  return true
}

/** The user's favourites, newest first, including policies that were taken down. */
export async function collected(
  k: Kernel,
  actor: Actor,
  { keyword, page, pageSize }: Parsed<typeof follow.collectList>['query'],
): Promise<{ total: number; list: z.output<typeof CollectedPolicy>[] }> {
  const mine = k.db
    .selectFrom('policy_favourite as f')
    .innerJoin('policy as p', 'p.id', 'f.policy_id')
    .where('f.user_id', '=', actor.userId)
    .where('p.deleted', '=', false)
    .$if(!!keyword, (q) => q.where('p.title', 'ilike', likeText(keyword!)))
  const { total, rows } = await pageOf(
    mine,
    { page, pageSize },
    (q) => q.orderBy('f.created_at', 'desc').orderBy('f.policy_id', 'desc'),
    (q) => q.select(['f.policy_id', 'f.created_at']),
  )
  const items = await policyItems(
    k,
    rows.map((r) => r.policy_id),
  )
  const list = items.map(({ item, onShelf }) => ({
    ...item,
    onShelf,
    collectTime: rows.find((r) => r.policy_id === item.id)!.created_at,
  }))
  return { total, list: await withStanding(k, actor, list) }
}

export async function collectMarks(k: Kernel, actor: Actor, ids: readonly number[]): Promise<{ collected: number[] }> {
  const rows = await k.db
    .selectFrom('policy_favourite')
    .select('policy_id')
    .where('user_id', '=', actor.userId)
    .where('policy_id', 'in', ids)
    .execute()
  return { collected: rows.map((r) => r.policy_id) }
}
