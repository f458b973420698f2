import type { companyTag as memberEndpoints } from '../../contract/tag.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Actor } from '../kernel/actor.ts'
import { opensAll } from '../kernel/access/row-rules.ts'
import { companiesOf, counts, inArea, tagsOf } from '../company/index.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeText } from '../kernel/db/like.ts'
import { pageOf } from '../kernel/lists/page-of.ts'

interface Counted {
  id: number
  company_count: number
}
/**
 * How many companies have each of the tags: the stored number, or for users who do not see every company the number that they may see, in
 * one query.
 */
export async function countsSeen(db: Db, actor: Actor, tags: readonly Counted[]): Promise<(tag: Counted) => number> {
  if (opensAll(actor, 'company') || tags.length === 0) return (tag) => tag.company_count
  const rows = await db
    .selectFrom('tag_company as tc')
    .innerJoin('company as c', 'c.id', 'tc.company_id')
    .select((e) => ['tc.tag_id', e.fn.countAll<number>().as('n')])
    .where(
      'tc.tag_id',
      'in',
      tags.map((t) => t.id),
    )
    .where(counts())
    .where(companiesOf(actor))
    .groupBy('tc.tag_id')
    .execute()
  const known = new Map(rows.map((r) => [r.tag_id, r.n]))
  return (tag) => known.get(tag.id) ?? 0
}

/** Companies with this tag, as far as the actor may see both. */
const membersOf = (db: Db, actor: Actor, q: { tagId: number; keyword?: string | undefined }) =>
  db
    .selectFrom('tag_company as tc')
    .innerJoin('company as c', 'c.id', 'tc.company_id')
    .innerJoin('tag as t', 't.id', 'tc.tag_id')
    .where('tc.tag_id', '=', q.tagId)
    .where(tagsOf(actor))
    .where(companiesOf(actor))
    .where(counts())
    .$if(Boolean(q.keyword), (b) =>
      b.where((e) => e.or([e('c.name', 'like', likeText(q.keyword!)), e('c.credit_code', '=', q.keyword!.toUpperCase())])),
    )

export const countMembers = async (db: Db, actor: Actor, q: { tagId: number; keyword?: string | undefined }): Promise<number> =>
  (
    await membersOf(db, actor, q)
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
/** A page of members, ordered by company; personal data is still sealed. */
export const memberPage = (db: Db, actor: Actor, q: { tagId: number; keyword?: string | undefined; page: number; pageSize: number }) =>
  pageOf(
    membersOf(db, actor, q),
    q,
    (page) => page.orderBy('c.id'),
    (page) => page.select(memberColumns),
  )
export const membersAfter = (db: Db, actor: Actor, q: { tagId: number; keyword?: string | undefined }, after: number, limit: number) =>
  membersOf(db, actor, q).select(memberColumns).where('c.id', '>', after).orderBy('c.id').limit(limit).execute()

export async function selectCompanies(db: Db, actor: Actor, q: Parsed<typeof memberEndpoints.list>['query']) {
  let base = db.selectFrom('company as c').where(companiesOf(actor))
  if (q.keyword)
    base = base.where((e) => e.or([e('c.name', 'like', likeText(q.keyword!)), e('c.credit_code', '=', q.keyword!.toUpperCase())]))
  if (q.streetId) base = base.where(inArea('c.street_id', q.streetId))
  if (q.tagId)
    base = base.where('c.id', 'in', (e) =>
      e
        .selectFrom('tag_company as tc')
        .innerJoin('tag as t', 't.id', 'tc.tag_id')
        .where('tc.tag_id', '=', q.tagId!)
        .where(tagsOf(actor))
        .where(counts())
        .select('tc.company_id'),
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
        .where(tagsOf(actor))
        .where(counts())
        .orderBy('t.sort')
        .orderBy('t.id')
        .execute()
    : []
  return { total, rows, worn }
}
