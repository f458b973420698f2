import { POLICY_STATE } from '../../contract/policy/codes.ts'
import { sql } from 'kysely'
import type { AppealDetail } from '../../contract/appeal.ts'
import { appealOrigins, type AppealOrigin } from '../../contract/appeal/states.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { originOf } from '../kernel/offers/origins.ts'

interface Asked {
  fromKind?: AppealOrigin | undefined
  fromId?: number | undefined
  policyId?: number | undefined
}

/**
 * Checks that the record from which the appeal begins belongs to the sender. Its policy, if published, becomes the appeal's unless the
 * sender chose another.
 */
export async function begunFrom<A extends Asked>(k: Kernel, actor: Actor, asked: A): Promise<A> {
  if (asked.fromKind === undefined || asked.fromId === undefined) return asked
  const origin = await originOf(k, k.db, actor, asked.fromKind, asked.fromId)
  if (!origin) throw invalidField('fromId', `该${appealOrigins[asked.fromKind]}不存在或已被删除`)
  if (asked.policyId !== undefined) return asked
  const onShelf = await k.db
    .selectFrom('policy')
    .select('id')
    .where('id', '=', origin.policyId)
    .where('state', '=', POLICY_STATE.published)
    .where('deleted', '=', false)
    .executeTakeFirst()
  return onShelf ? { ...asked, policyId: onShelf.id } : asked
}

/**
 * The record from which the appeal began, for a reader of the appeal: always its kind, and title and address only when the reader may see
 * it.
 */
export async function originShown(k: Kernel, db: Db, actor: Actor, id: number): Promise<AppealDetail['from']> {
  const row = await db
    .selectFrom('appeal')
    .where('id', '=', id)
    .where(sql<boolean>`from_id is not null`)
    .select(['from_kind', 'from_id'])
    .executeTakeFirst()
  if (!row?.from_kind || row.from_id === null) return null
  const origin = await originOf(k, db, actor, row.from_kind, row.from_id)
  return { kind: row.from_kind, kindName: appealOrigins[row.from_kind], title: origin?.title ?? null, to: origin?.to ?? null }
}
