import { sql } from 'kysely'
import type { companyTag as memberEndpoints, tag as endpoints, TagNode } from '../../contract/tag.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Db } from '../kernel/db/index.ts'
import { counts, inArea } from '../company/index.ts'
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

export function selectTags(db: Db, q: Parsed<typeof endpoints.list>['query']): Promise<{ total: number; rows: TagRecord[] }> {
  let base = withParent(db)
  if (q.tagName) base = base.where('t.name', 'like', likeText(q.tagName))
  if (q.smartFlag !== undefined) base = base.where('t.smart', '=', q.smartFlag === 1)
  if (q.parentId) base = base.where('t.parent_id', '=', q.parentId)
  if (q.enabled !== undefined) base = base.where('t.enabled', '=', q.enabled)
  return pageOf(
    base,
    q,
    // As the tree: a heading, then what stands below it.
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

/** Tags that companies may carry: enabled ones without tags below them. */
export const selectOptions = (db: Db) =>
  db
    .selectFrom('tag as t')
    .leftJoin('tag as p', 'p.id', 't.parent_id')
    .select(['t.id', 't.name as tagName', 'p.name as parentName', 't.company_count as companyCount'])
    .where('t.enabled', '=', true)
    .where((e) => e.not(e.exists(e.selectFrom('tag as c').whereRef('c.parent_id', '=', 't.id').select(sql.lit(1).as('one')))))
    .orderBy('p.sort')
    .orderBy('p.id')
    .orderBy('t.sort')
    .orderBy('t.id')
    .execute()

export async function selectTree(db: Db): Promise<TagNode[]> {
  const rows = await db
    .selectFrom('tag')
    .select(['id', 'name', 'parent_id', 'colour', 'smart', 'company_count'])
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const below = (parent: number | null): TagNode[] =>
    rows
      .filter((r) => r.parent_id === parent)
      .map((r) => ({
        id: r.id,
        tagName: r.name,
        colour: r.colour,
        smartFlag: r.smart ? 1 : 0,
        companyCount: r.company_count,
        children: below(r.id),
      }))
  return below(null)
}

const membersOf = (db: Db, q: { tagId: number; keyword?: string | undefined }) =>
  db
    .selectFrom('tag_company as tc')
    .innerJoin('company as c', 'c.id', 'tc.company_id')
    .where('tc.tag_id', '=', q.tagId)
    .where(counts())
    .$if(Boolean(q.keyword), (b) =>
      b.where((e) => e.or([e('c.name', 'like', likeText(q.keyword!)), e('c.credit_code', '=', q.keyword!.toUpperCase())])),
    )

export const countMembers = async (db: Db, q: { tagId: number; keyword?: string | undefined }): Promise<number> =>
  (
    await membersOf(db, q)
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

const memberColumns = [
  'c.id',
  'c.name',
  'c.credit_code',
  'c.street_name',
  'c.legal_person',
  'c.legal_person_phone',
  'c.contact_person',
  'c.contact_phone',
  'c.auth_status',
  'c.person_origins',
  'tc.source',
  'tc.created_at',
] as const
/** Members by company; persons still sealed. */
export const memberPage = (db: Db, q: { tagId: number; keyword?: string | undefined; page: number; pageSize: number }) =>
  pageOf(
    membersOf(db, q),
    q,
    (page) => page.orderBy('c.id'),
    (page) => page.select(memberColumns),
  )
export const membersAfter = (db: Db, q: { tagId: number; keyword?: string | undefined }, after: number, limit: number) =>
  membersOf(db, q).select(memberColumns).where('c.id', '>', after).orderBy('c.id').limit(limit).execute()

export async function selectCompanies(db: Db, q: Parsed<typeof memberEndpoints.list>['query']) {
  let base = db.selectFrom('company as c')
  if (q.keyword)
    base = base.where((e) => e.or([e('c.name', 'like', likeText(q.keyword!)), e('c.credit_code', '=', q.keyword!.toUpperCase())]))
  if (q.streetId) base = base.where(inArea('c.street_id', q.streetId))
  if (q.tagId)
    base = base.where('c.id', 'in', (e) =>
      e.selectFrom('tag_company as tc').where('tc.tag_id', '=', q.tagId!).where(counts()).select('tc.company_id'),
    )
  const { total, rows } = await pageOf(
    base,
    q,
    (page) => page.orderBy('c.name').orderBy('c.id'),
    (page) => page.select(['c.id', 'c.name', 'c.credit_code', 'c.street_name']),
  )
  const worn = rows.length
    ? await db
        .selectFrom('tag_company as tc')
        .innerJoin('tag as t', 't.id', 'tc.tag_id')
        .select(['tc.company_id', 't.id', 't.name', 't.colour', 't.smart'])
        .where(
          'tc.company_id',
          'in',
          rows.map((r) => r.id),
        )
        .where('t.enabled', '=', true)
        .where(counts())
        .orderBy('t.sort')
        .orderBy('t.id')
        .execute()
    : []
  return { total, rows, worn }
}

/** The name of a tag that a rule gives, null for one kept by hand: who carries it says something of an archive. */
export const smartNameOf = async (db: Db, tagId: number): Promise<string | null> =>
  (await db.selectFrom('tag').select('name').where('id', '=', tagId).where('smart', '=', true).executeTakeFirst())?.name ?? null

export const selectWorn = (db: Db, companyId: number, onlyVisible: boolean) =>
  db
    .selectFrom('tag_company as tc')
    .innerJoin('tag as t', 't.id', 'tc.tag_id')
    .leftJoin('tag as p', 'p.id', 't.parent_id')
    .select(['t.id', 't.name', 'p.name as parent_name', 't.colour', 't.smart', 'tc.source', 'tc.created_at'])
    .where('tc.company_id', '=', companyId)
    .where('t.enabled', '=', true)
    .where(counts())
    .$if(onlyVisible, (q) => q.where('t.visible', '=', true))
    .orderBy('t.sort')
    .orderBy('t.id')
    .execute()

export const selectChanges = (db: Db, q: { tagId: number; companyId?: number | undefined; page: number; pageSize: number }) =>
  pageOf(
    db
      .selectFrom('tag_change as g')
      .where('g.tag_id', '=', q.tagId)
      // What a rule said of an archive is told while the consent stands, also of times before (P-01).
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
