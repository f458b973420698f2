import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { handled } from '../system/index.ts'

/** What a notice of a list asks for: the next step of the list itself, the answer to an objection, the answer of a company. */
export const listWait = (listId: number): string => `direct:${listId}`
export const objectionWait = (id: number): string => `direct-objection:${id}`
export const rowWait = (id: number): string => `direct-row:${id}`

/** What no longer waits once a list stands where nobody can answer it any more. */
export async function nothingWaitsOn(db: Db, k: Kernel, listId: number): Promise<void> {
  await handled(db, k, listWait(listId))
  const rows = await db.selectFrom('direct_row').select('id').where('list_id', '=', listId).execute()
  const objections = await db.selectFrom('direct_objection').select('id').where('list_id', '=', listId).execute()
  await handled(db, k, ...rows.map(({ id }) => rowWait(id)), ...objections.map(({ id }) => objectionWait(id)))
}
