import type { ReviewNote } from '../../contract/declaration.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { forbidden } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { requireVisible, reviewsFor } from './access.ts'
import { officeNameOf } from './context.ts'

const view = (n: { id: number; at: string; author_name: string; office_name: string | null; text: string }): ReviewNote => ({
  id: n.id,
  at: n.at,
  who: n.author_name + (n.office_name ? `（${n.office_name}）` : ''),
  text: n.text,
})

export const notesOf = async (db: Db, id: number): Promise<ReviewNote[]> =>
  (
    await db
      .selectFrom('declaration_note')
      .select(['id', 'at', 'author_name', 'office_name', 'text'])
      .where('declaration_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(view)

/** Adds a remark among staff. Remarks cannot be changed or deleted, so that they can be relied on. */
export async function addNote(k: Kernel, call: Call, actor: Actor, { id, text }: { id: number; text: string }): Promise<ReviewNote> {
  await requireVisible(k.db, actor, id, k.clock.now())
  if (!reviewsFor(actor)) throw forbidden()
  return k.db.transaction().execute(async (db) => {
    const note = await db
      .insertInto('declaration_note')
      .values({
        declaration_id: id,
        at: k.clock.now(),
        author_id: actor.userId,
        author_name: actor.name,
        office_name: await officeNameOf(db, actor),
        text,
      })
      .returning(['id', 'at', 'author_name', 'office_name', 'text'])
      .executeTakeFirstOrThrow()
    await audit(db, call, { action: 'declaration.note', objectType: 'declaration', objectId: id, detail: { noteId: note.id } })
    return view(note)
  })
}
