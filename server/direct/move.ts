import {
  directListLabels,
  directRowLabels,
  type DirectListMove,
  type DirectRowMove,
  type DirectRowState,
} from '../../contract/direct/states.ts'
import type { Updateable } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { audit } from '../kernel/audit/audit.ts'
import { today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, refused } from '../kernel/errors.ts'
import { note } from '../kernel/flow-log.ts'
import { move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import type { ListRecord } from './access.ts'
import { listFlow, rowTransition, type RowTransition } from './flow.ts'
import { listWait, nothingWaitsOn, rowWait } from './waits.ts'
import { handled } from '../system/index.ts'

export const LIST = 'direct_list'

interface Moved {
  move: DirectListMove
  version?: number | undefined
  note?: string | null | undefined
  set?: Updateable<Database['direct_list']>
  detail?: Record<string, unknown>
  bySystem?: boolean
}

/** Makes one move of a list along its flow and settles the notices that it answers. */
export async function moveList(k: Kernel, db: Db, call: Call, list: ListRecord, { version, note, ...asked }: Moved): Promise<void> {
  await move(db, call, listFlow, { ...list, today: today(k.clock) }, { ...asked, version: version ?? list.version, reason: note })
  if (asked.move === 'close' || asked.move === 'cancel') await nothingWaitsOn(db, k, list.id)
  else if (asked.move !== 'change') await handled(db, k, listWait(list.id))
}

/**
 * Makes one move of a company on a list and settles its notice; one made by hand is in the log of the list (C-06). Refused when
 * `rowTransitions` has no such move. Throws a conflict when the row changed meanwhile.
 */
export async function moveRow(
  k: Kernel,
  db: Db,
  call: Call,
  list: Pick<ListRecord, 'id' | 'state' | 'version'>,
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
  await handled(db, k, rowWait(row.id))
  if (who === 'staff')
    await note(db, call, listFlow, { id: list.id, version: list.version, move, from: list.state, to: list.state, reason: reason ?? null })
  await audit(db, call, {
    action: `direct.row.${move}`,
    objectType: LIST,
    objectId: list.id,
    detail: { row: row.id, company: row.company_id, from: t.from, to: t.to, reason: reason ?? null },
  })
}
