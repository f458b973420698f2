import {
  directListLabels,
  directRowLabels,
  type DirectListMove,
  type DirectRowMove,
  type DirectRowState,
} from '../../contract/direct/states.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'
import { today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, forbidden, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import type { ListRecord } from './access.ts'
import { hindrance, listTransition, rowTransition, type RowTransition } from './flow.ts'

export const LIST = 'direct_list'

interface Moved {
  move: DirectListMove
  version?: number | undefined
  note?: string | null | undefined
  set?: object
}

/** One move of a list along the flow: expected state and version in the UPDATE, log and audit row in the same transaction. Refuses what the flow does not know. */
export async function moveList(k: Kernel, db: Db, call: Call, list: ListRecord, { move, version, note, set = {} }: Moved): Promise<void> {
  const actor = signedIn(call.actor)
  const t = listTransition(list.state, move)
  if (!t || t.to === null) throw refused(`当前状态为“${directListLabels[list.state]}”，不能进行此操作`, 'STATE')
  if (!actor.permissions.has(t.permission)) throw forbidden()
  const standing = { state: list.state, publicTo: list.public_to, openObjections: list.open_objections, createdBy: list.created_by }
  const hindered = hindrance(t, standing, actor.userId, today(k.clock))
  if (hindered) throw t.notOwn ? forbidden(hindered) : refused(hindered, 'STATE')
  if (version !== undefined && version !== list.version) throw conflict()
  const now = k.clock.now()
  const moved = await db
    .updateTable('direct_list')
    .set((e) => ({ ...set, state: t.to!, version: e('version', '+', 1), updated_at: now }))
    .where('id', '=', list.id)
    .where('state', '=', t.from)
    .where('version', '=', list.version)
    .returning('id')
    .executeTakeFirst()
  if (!moved) throw conflict()
  await db
    .insertInto('direct_log')
    .values({ list_id: list.id, move, state: t.to, actor_name: actor.name, note: note || null, at: now })
    .execute()
  await audit(db, call, {
    action: `direct.${move}`,
    objectType: LIST,
    objectId: list.id,
    detail: { from: directListLabels[t.from], to: directListLabels[t.to], note: note || null },
  })
}

/** One move of a company on a list; the same care. */
export async function moveRow(
  k: Kernel,
  db: Db,
  call: Call,
  list: Pick<ListRecord, 'id' | 'state'>,
  row: { id: number; company_id: number; state: DirectRowState },
  { move, who, reason, set = {} }: { move: DirectRowMove; who: RowTransition['who']; reason?: string | null; set?: object },
): Promise<void> {
  const t = rowTransition(list.state, row.state, move, who)
  if (!t) throw refused(`名单“${directListLabels[list.state]}”、本条“${directRowLabels[row.state]}”，不能进行此操作`, 'STATE')
  const moved = await db
    .updateTable('direct_row')
    .set({ ...set, state: t.to, updated_at: k.clock.now(), ...(reason === undefined ? {} : { reason }) })
    .where('id', '=', row.id)
    .where('state', '=', t.from)
    .returning('id')
    .executeTakeFirst()
  if (!moved) throw conflict()
  await audit(db, call, {
    action: `direct.row.${move}`,
    objectType: LIST,
    objectId: list.id,
    detail: { row: row.id, company: row.company_id, from: t.from, to: t.to, reason: reason ?? null },
  })
}
