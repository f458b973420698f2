import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { handled } from '../system/index.ts'

/** Keys by which notices are settled: for the next step of the list, the answer to an objection, and the answer of a company. */
export const listWait = (listId: number): string => `direct:${listId}`
export const objectionWait = (id: number): string => `direct-objection:${id}`
export const rowWait = (id: number): string => `direct-row:${id}`

/** Settles all notices of a list that was closed or cancelled, because nobody can act on them any more. */
export async function nothingWaitsOn(db: Db, k: Kernel, listId: number): Promise<void> {
  await handled(db, k, listWait(listId))
  const rows = await db.selectFrom('direct_row').select('id').where('list_id', '=', listId).execute()
  const objections = await db.selectFrom('direct_objection').select('id').where('list_id', '=', listId).execute()
  await handled(db, k, ...rows.map(({ id }) => rowWait(id)), ...objections.map(({ id }) => objectionWait(id)))
}
