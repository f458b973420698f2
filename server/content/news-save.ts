import { sql } from 'kysely'
import { contentCodes } from '../../contract/content/states.ts'
import type { SaveNews } from '../../contract/content/news.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, invalidField, notFound } from '../kernel/errors.ts'
import { refuseNoPicture, replaceFiles } from '../kernel/files/access.ts'
import { note } from '../kernel/flow-log.ts'
import { move } from '../kernel/flow.ts'
import { cleanHtml } from '../kernel/http/sanitize.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { picturesIn } from '../policy/index.ts'
import { attachmentsOf } from './attachments.ts'
import { lockColumns } from './column-moves.ts'
import { newsFlow, type NewsStanding } from './flow.ts'
import { changing, NEWS, reshow, showFiles } from './visible.ts'
import { learnNews, searchColumns } from './words.ts'

export const newsGone = () => notFound('该资讯不存在或已被删除')

/** Locks the article after its column. This order is the same everywhere, so that locks of columns and articles do not deadlock. */
export async function lockNews(k: Kernel, db: Db, id: number, toColumn?: number) {
  const at = await db.selectFrom('news').select('column_id').where('id', '=', id).where('deleted', '=', false).executeTakeFirst()
  if (!at) throw newsGone()
  await lockColumns(db, toColumn === undefined ? [at.column_id] : [at.column_id, toColumn])
  const row = await db.selectFrom('news').selectAll().where('id', '=', id).where('deleted', '=', false).forUpdate().executeTakeFirst()
  if (!row) throw newsGone()
  if (row.column_id !== at.column_id) throw conflict()
  return { ...row, ...standingOf(k, row) }
}
type Row = { id: number; state: number; version: number; submitted_by: number | null; created_by: number | null }
export const standingOf = (k: Kernel, row: Row): NewsStanding => ({
  id: row.id,
  state: row.state as NewsStanding['state'],
  version: row.version,
  submittedBy: row.submitted_by,
  createdBy: row.created_by,
  review: k.config.POLICY_REVIEW,
})

/** Refuses times in the past, unless the article already had them. */
function refusePast(k: Kernel, asked: SaveNews, old: { publish_at: string | null; take_down_at: string | null } | undefined): void {
  const now = k.clock.now().getTime()
  const passed = (to: string | null | undefined, was: string | null | undefined) =>
    to != null && Date.parse(to) <= now && (was == null || Date.parse(was) !== Date.parse(to))
  if (passed(asked.publishAt, old?.publish_at)) throw invalidField('publishAt', '发布时间应晚于现在')
  if (passed(asked.takeDownAt, old?.take_down_at)) throw invalidField('takeDownAt', '下架时间应晚于现在')
}

export const saveNews = (k: Kernel, call: Call, asked: SaveNews) =>
  changing(k, async (db) => {
    const actor = signedIn(call.actor)
    if (asked.id === undefined) await lockColumns(db, [asked.columnId])
    const old = asked.id === undefined ? undefined : await lockNews(k, db, asked.id, asked.columnId)
    refusePast(k, asked, old)
    const words = { title: asked.title, summary: asked.summary, content: cleanHtml(asked.content) }
    const columns = {
      ...words,
      column_id: asked.columnId,
      source: asked.source,
      author: asked.author,
      cover: asked.cover || null,
      cover_alt: asked.cover ? asked.coverAlt : '',
      publish_at: asked.publishAt ?? null,
      take_down_at: asked.takeDownAt ?? null,
    }
    const saved = old
      ? {
          id: old.id,
          ...(await move(db, call, newsFlow, old, {
            move: 'edit',
            version: asked.version ?? old.version,
            set: columns,
            detail: { title: asked.title },
          })),
        }
      : await begin(k, db, call, actor, { ...columns, ...searchColumns(words) })
    if (old) await db.updateTable('news').set(searchColumns(words)).where('id', '=', old.id).execute()
    await keepFiles(db, actor, saved.id, asked, words.content)
    await keepPolicies(db, saved.id, asked.policyIds)
    await learnNews(db, words)
    await reshow(db, sql`p.id = ${saved.id}`)
    await showFiles(db, [saved.id])
    return { id: saved.id, version: saved.version }
  })

type Columns = { title: string; column_id: number } & ReturnType<typeof searchColumns>
async function begin(k: Kernel, db: Db, call: Call, actor: Actor, columns: Columns) {
  const now = k.clock.now()
  const row = await db
    .insertInto('news')
    .values({ ...columns, sort: Math.floor(now.getTime() / 1000), created_by: actor.userId, created_at: now, updated_at: now })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  await note(db, call, newsFlow, { id: row.id, version: row.version, move: 'create', from: null, to: contentCodes.code.draft })
  await audit(db, call, { action: 'news.add', objectType: NEWS, objectId: row.id, detail: { title: columns.title } })
  return row
}

/** Attaches cover, pictures of the text and attachments to the article, and releases files that it no longer uses. */
async function keepFiles(db: Db, actor: Actor, id: number, asked: SaveNews, content: string): Promise<void> {
  const listed = asked.attachments.map((one) => one.fileId)
  const covers = asked.cover ? [asked.cover] : []
  await replaceFiles(db, actor, [...listed, ...picturesIn(content), ...covers], NEWS, id)
  await refuseNoPicture(db, covers, 'cover')
  const attachments = await attachmentsOf(db, NEWS, id, listed)
  await db
    .updateTable('news')
    .set({ attachments: JSON.stringify(attachments) })
    .where('id', '=', id)
    .execute()
}

/**
 * Stores the policies that the article names, each with its current version, so that the page can tell of later changes. Refuses unknown
 * policies.
 */
async function keepPolicies(db: Db, id: number, policyIds: readonly number[]): Promise<void> {
  const wanted = [...new Set(policyIds)]
  const known = wanted.length
    ? await db
        .selectFrom('policy as p')
        .select('p.id')
        .select(sql<number>`(select coalesce(max(number), 1) from policy_version v where v.policy_id = p.id)`.as('number'))
        .where('p.id', 'in', wanted)
        .where('p.deleted', '=', false)
        .execute()
    : []
  if (known.length < wanted.length) throw invalidField('policyIds', '所选政策不存在或已被删除')
  await db.deleteFrom('news_policy').where('news_id', '=', id).execute()
  if (wanted.length === 0) return
  await db
    .insertInto('news_policy')
    .values(
      wanted.map((policy, sort) => ({
        news_id: id,
        policy_id: policy,
        policy_version: known.find((p) => p.id === policy)!.number,
        sort,
      })),
    )
    .execute()
}
