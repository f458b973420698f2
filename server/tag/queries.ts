import { sql } from 'kysely'
import type { tag as endpoints, TagNode } from '../../contract/tag.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { counts, tagsOf, withCompanyOf } from '../company/index.ts'
import { countsSeen } from './member-queries.ts'
import { likeText } from '../kernel/db/like.ts'
import { pageOf } from '../kernel/lists/page-of.ts'

const columns = [
  't.id',
  't.name',
  't.parent_id',
  'p.name as parent_name',
  't.colour',
  't.description',
  't.sort',
  't.enabled',
  't.visible',
  't.smart',
  't.rules',
  't.version',
  't.company_count',
  't.refreshed_at',
  't.refresh_task',
  't.updated_at',
] as const
const withParent = (db: Db) => db.selectFrom('tag as t').leftJoin('tag as p', 'p.id', 't.parent_id')
export const tagRows = (db: Db) => withParent(db).select(columns)
export type TagRecord = Awaited<ReturnType<ReturnType<typeof tagRows>['executeTakeFirstOrThrow']>>

export function selectTags(db: Db, actor: Actor, q: Parsed<typeof endpoints.list>['query']): Promise<{ total: number; rows: TagRecord[] }> {
  let base = withParent(db).where(tagsOf(actor))
  if (q.tagName) base = base.where('t.name', 'like', likeText(q.tagName))
  if (q.smartFlag !== undefined) base = base.where('t.smart', '=', q.smartFlag === 1)
  if (q.parentId) base = base.where('t.parent_id', '=', q.parentId)
  if (q.enabled !== undefined) base = base.where('t.enabled', '=', q.enabled)
  return pageOf(
    base,
    q,
    // In the order of the tree: each heading is followed by the tags below it.
    (page) =>
      page
        .orderBy((e) => e.fn.coalesce('p.sort', 't.sort'))
        .orderBy((e) => e.fn.coalesce('t.parent_id', 't.id'))
        .orderBy('t.parent_id', (o) => o.asc().nullsFirst())
        .orderBy('t.sort')
        .orderBy('t.id'),
    (page) => page.select(columns),
  )
}

/** Tags that companies can have: enabled ones without tags below them. */
export const selectOptions = (db: Db, actor: Actor) =>
  db
    .selectFrom('tag as t')
    .leftJoin('tag as p', 'p.id', 't.parent_id')
    .select(['t.id', 't.name as tagName', 'p.name as parentName', 't.company_count'])
    .where('t.enabled', '=', true)
    .where(tagsOf(actor))
    .where((e) => e.not(e.exists(e.selectFrom('tag as c').whereRef('c.parent_id', '=', 't.id').select(sql.lit(1).as('one')))))
    .orderBy('p.sort')
    .orderBy('p.id')
    .orderBy('t.sort')
    .orderBy('t.id')
    .execute()

/** The tags as a tree. A tag whose heading the actor may not see is at the top. */
export async function selectTree(db: Db, actor: Actor): Promise<TagNode[]> {
  const rows = await db
    .selectFrom('tag as t')
    .select(['t.id', 't.name', 't.parent_id', 't.colour', 't.smart', 't.company_count'])
    .where('t.enabled', '=', true)
    .where(tagsOf(actor))
    .orderBy('t.sort')
    .orderBy('t.id')
    .execute()
  const shown = new Set(rows.map((r) => r.id))
  const carried = await countsSeen(db, actor, rows)
  const below = (parent: number | null): TagNode[] =>
    rows
      .filter((r) => (r.parent_id !== null && shown.has(r.parent_id) ? r.parent_id : null) === parent)
      .map((r) => ({
        id: r.id,
        tagName: r.name,
        colour: r.colour,
        smartFlag: r.smart ? 1 : 0,
        companyCount: carried(r),
        children: below(r.id),
      }))
  return below(null)
}

/** The name of a smart tag, null for a tag kept by hand: having a smart tag reveals something about a company's archive. */
export const smartNameOf = async (db: Db, tagId: number): Promise<string | null> =>
  (await db.selectFrom('tag').select('name').where('id', '=', tagId).where('smart', '=', true).executeTakeFirst())?.name ?? null

/** The tags of a company: for the company itself those shown to it (`own`), for staff those that they may see. */
export const selectWorn = (db: Db, actor: Actor, companyId: number, own: boolean) =>
  db
    .selectFrom('tag_company as tc')
    .innerJoin('tag as t', 't.id', 'tc.tag_id')
    .leftJoin('tag as p', 'p.id', 't.parent_id')
    .select(['t.id', 't.name', 'p.name as parent_name', 't.colour', 't.smart', 'tc.source', 'tc.created_at'])
    .where('tc.company_id', '=', companyId)
    .where('t.enabled', '=', true)
    .where(counts())
    .where((e) => (own ? e('t.visible', '=', true) : tagsOf(actor)))
    .orderBy('t.sort')
    .orderBy('t.id')
    .execute()

export const selectChanges = (db: Db, actor: Actor, q: { tagId: number; companyId?: number | undefined; page: number; pageSize: number }) =>
  pageOf(
    db
      .selectFrom('tag_change as g')
      .where('g.tag_id', '=', q.tagId)
      .where(withCompanyOf(actor, 'g.company_id'))
      // What a rule found in an archive is shown only with consent, including past changes (P-01).
      .where((e) =>
        e.or([
          e('g.source', '<>', 'smart'),
          e.exists(
            e
              .selectFrom('company_facts as f')
              .whereRef('f.company_id', '=', 'g.company_id')
              .where('f.authorized', '=', true)
              .select(sql.lit(1).as('one')),
          ),
        ]),
      )
      .$if(q.companyId !== undefined, (b) => b.where('g.company_id', '=', q.companyId!)),
    q,
    (page) => page.orderBy('g.id', 'desc'),
    (page) =>
      page
        .innerJoin('company as c', 'c.id', 'g.company_id')
        .leftJoin('sys_user as u', 'u.id', 'g.by_user')
        .select(['g.id', 'g.joined', 'g.source', 'g.reason', 'g.at', 'u.name as by_name', 'g.company_id', 'c.name as company_name']),
  )
