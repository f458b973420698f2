import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import { signedIn } from '../../kernel/actor.ts'
import { invalidField, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { policyById } from '../policy-reference.ts'
import type { Tx } from '../policy-moves.ts'
import { announce } from '../news.ts'
import type { Loaded, Subject } from './move.ts'
import type { RepealContent } from './proposal-row.ts'

/**
 * Refuses to repeal a policy that was never public, is already repealed, or would be replaced by itself or by a policy that it replaced.
 */
export async function refuseRepeal(db: Tx, _k: Kernel, policy: Subject, { content }: Pick<Loaded, 'content'>): Promise<void> {
  if (policy.state !== POLICY_STATE.published && policy.state !== POLICY_STATE.down)
    throw refused('只有已上架或已下架的政策可以登记废止', 'STATE')
  const { repealed_on } = await db.selectFrom('policy').select('repealed_on').where('id', '=', policy.id).executeTakeFirstOrThrow()
  if (repealed_on !== null) throw refused(`该政策已登记自 ${repealed_on} 起废止，如有误请先撤销`, 'REPEALED')
  const { repealedById } = content as RepealContent
  if (repealedById === null) return
  if (repealedById === policy.id) throw invalidField('repealedById', '政策不能废止自己')
  if (!(await policyById(db, repealedById))) throw invalidField('repealedById', '没有这项政策')
  const circle = await db
    .selectFrom('policy')
    .select('id')
    .where('id', '=', repealedById)
    .where('repealed_by', '=', policy.id)
    .executeTakeFirst()
  if (circle) throw invalidField('repealedById', '该政策正是被本政策废止的')
}

export async function recordRepeal(db: Tx, k: Kernel, call: Call, policy: Subject, { content, effectiveOn }: Loaded): Promise<void> {
  const { repealedById, basis } = content as RepealContent
  const version = await setRepeal(db, k, call, policy.id, { repealed_on: effectiveOn, repealed_by: repealedById, repeal_basis: basis })
  if (policy.state === POLICY_STATE.published) await announce(db, k, { policyId: policy.id, what: 'repealed', version, day: effectiveOn! })
}

/** Withdraws the recorded repeal: the policy applies again as if it had not been repealed. */
export async function liftRepeal(db: Tx, k: Kernel, call: Call, policy: Subject): Promise<void> {
  const version = await setRepeal(db, k, call, policy.id, { repealed_on: null, repealed_by: null, repeal_basis: null })
  if (policy.state === POLICY_STATE.published) await announce(db, k, { policyId: policy.id, what: 'restored', version })
}

/** Returns the new version of the policy. */
async function setRepeal(
  db: Tx,
  k: Kernel,
  call: Call,
  id: number,
  repeal: { repealed_on: string | null; repealed_by: number | null; repeal_basis: string | null },
): Promise<number> {
  const { version } = await db
    .updateTable('policy')
    .set(({ eb }) => ({
      version: eb('version', '+', 1),
      updated_at: k.clock.now().toISOString(),
      updated_by: signedIn(call.actor).userId,
      ...repeal,
    }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
