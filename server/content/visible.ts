import { sql, type RawBuilder } from 'kysely'
import { contentCodes } from '../../contract/content/states.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { kernelOf } from '../kernel/kernel-of.ts'
import { publishing } from '../kernel/offers/publishing.ts'
import { homeChanged } from '../policy/index.ts'
import { forgetNews } from './kept.ts'

export const NEWS = 'news'
/** A change clears all cached public pages: articles are on their own pages, with policies, on the home page and in the search. */
export const { changing, hear: hearContent } = publishing({
  topic: 'content',
  pages: '/page',
  forget: (k) => {
    homeChanged(k)
    forgetNews(k)
  },
})

const inTime = (now: string, p: string) =>
  `(${p}.publish_at is null or ${p}.publish_at <= ${now}) and (${p}.take_down_at is null or ${p}.take_down_at > ${now})`
/**
 * The one condition of being public, on `p` of news (ADR 0510): the article, its column and all columns above are published, and the
 * current time is between its two times. `shown` stores this as of the last change; the times are checked again at each read, so that
 * nothing is public a second too long.
 */
export const publicText = (now: string, p = 'p'): string => `${p}.shown and ${inTime(now, p)}`
export const isPublic = (k: Kernel): RawBuilder<boolean> => {
  const now = k.clock.now().toISOString()
  return sql<boolean>`p.shown and (p.publish_at is null or p.publish_at <= ${now}) and (p.take_down_at is null or p.take_down_at > ${now})`
}

/**
 * Updates `shown` of these articles (`p`) and the visibility of their files. The caller holds at least a share lock on the columns. Returns
 * the changed articles.
 */
export async function reshow(db: Db, which: RawBuilder<unknown>): Promise<number[]> {
  const now = kernelOf(db).clock.now().toISOString()
  const { rows } = await sql<{ id: number }>`update news p set shown = not p.shown from news_column c where c.id = p.column_id and ${which}
    and p.shown is distinct from (p.state = ${contentCodes.code.published} and not p.deleted and c.shown
      and (p.publish_at is null or p.publish_at <= ${now}) and (p.take_down_at is null or p.take_down_at > ${now})) returning p.id`.execute(
    db,
  )
  const ids = rows.map(({ id }) => id)
  await showFiles(db, ids)
  return ids
}

/** Files are public while their article is public. */
export async function showFiles(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update file f set visibility = case when p.shown then 'public' else 'private' end from news p
    where f.object_type = ${NEWS} and f.object_id = p.id::text and p.id = any(${ids}::bigint[])`.execute(db)
}
