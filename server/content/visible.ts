import { sql, type RawBuilder } from 'kysely'
import { contentCodes } from '../../contract/content/states.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { kernelOf } from '../kernel/kernel-of.ts'
import { publishing } from '../kernel/offers/publishing.ts'
import { homeChanged } from '../policy/index.ts'

export const NEWS = 'news'
/** Articles stand on their own pages, at policies, at home and in the search. */
export const { changing, hear: hearContent } = publishing({ topic: 'content', pages: '/page', forget: (k) => homeChanged(k) })

const inTime = (now: string) => `(p.publish_at is null or p.publish_at <= ${now}) and (p.take_down_at is null or p.take_down_at > ${now})`
/**
 * The one condition of being public, on `p` of news (ADR 0510): published, its column and all above it published, and the clock between its
 * two times. `shown` keeps all of it as of the last change; the clock is asked again, so that nothing is public a second too long.
 */
export const publicText = (now: string): string => `p.shown and ${inTime(now)}`
export const isPublic = (k: Kernel): RawBuilder<boolean> => {
  const now = k.clock.now().toISOString()
  return sql<boolean>`p.shown and (p.publish_at is null or p.publish_at <= ${now}) and (p.take_down_at is null or p.take_down_at > ${now})`
}

/** Brings `shown` of these articles (`p`) and the visibility of their files up to date. The columns are locked by the caller, at least for share. */
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

/** Files are public as long as their article is. */
export async function showFiles(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update file f set visibility = case when p.shown then 'public' else 'private' end from news p
    where f.object_type = ${NEWS} and f.object_id = p.id::text and p.id = any(${ids}::bigint[])`.execute(db)
}
