import { sql } from 'kysely'
import type { Actor } from '../kernel/actor.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { approvedAddress, approvedTitle } from './approved.ts'
import { owns } from './flow.ts'
import { seenBy } from './visible.ts'

/** Visits with slot and item; callers limit them to the visitor and the owner. */
export const visitRows = (k: Kernel) =>
  k.db
    .selectFrom('market_visit as v')
    .innerJoin('market_slot as s', 's.id', 'v.slot_id')
    .innerJoin('market_item as p', 'p.id', 'v.item_id')
    .select([
      'v.id',
      'v.state',
      'v.sequence',
      'v.user_id as visitor',
      'v.updated_at',
      's.start_at',
      'p.id as item_id',
      'p.kind',
      'p.title',
      'p.address',
      'p.origin',
      'p.company_id',
      'p.user_id',
      'p.created_by',
      approvedTitle,
      approvedAddress,
    ])
export async function visitFor(k: Kernel, actor: Actor, id: number) {
  const row = await visitRows(k)
    .where('v.id', '=', id)
    .where(sql<boolean>`(v.user_id = ${actor.userId} or ${seenBy(actor)})`)
    .executeTakeFirst()
  if (!row || (row.visitor !== actor.userId && !owns(actor, row))) throw notFound('没有这个约定')
  return row
}
export type VisitRecord = Awaited<ReturnType<typeof visitFor>>
