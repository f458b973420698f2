import { tagsOf } from '../company/index.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import { opensAll } from '../kernel/access/row-rules.ts'

/** Throws when a tag does not exist or this person may not see it. The platform itself (null) sees every tag. */
export async function requireTags(db: Db, actor: Actor | null, ids: readonly number[]): Promise<void> {
  if (actor === null || opensAll(actor, 'tag') || ids.length === 0) return
  const wanted = [...new Set(ids)]
  const rows = await db.selectFrom('tag as t').select('t.id').where('t.id', 'in', wanted).where(tagsOf(actor)).execute()
  if (rows.length !== wanted.length) throw notFound('标签不存在')
}

/** The names of those tags that the person may see. */
export const tagNames = (db: Db, actor: Actor, ids: readonly number[]) =>
  db
    .selectFrom('tag as t')
    .select(['t.id', 't.name'])
    .where('t.id', 'in', [...ids])
    .where(tagsOf(actor))
    .execute()
