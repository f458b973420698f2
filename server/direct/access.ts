import { sql } from 'kysely'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import { oneOf, ruled } from '../kernel/access/row-rules.ts'
import { publishedStates } from './flow.ts'

const lists = (db: Db) => db.selectFrom('direct_list as l').innerJoin('policy as p', 'p.id', 'l.policy_id')
/** The lists that were announced, for every user who is logged in. */
export const publishedLists = (db: Db) => lists(db).where('l.state', 'in', [...publishedStates])

/**
 * The lists that an actor may see: for staff with direct:read those that the rules of their roles open, for everybody else the announced
 * ones.
 */
export const listsSeenBy = (db: Db, actor: Actor) =>
  actor.type === 'YYF' && actor.permissions.has('direct:read') ? lists(db).where(directListsOf(actor)) : publishedLists(db)

const directListsOf = (actor: Actor) =>
  ruled(actor, 'direct', {
    office: (offices) => sql<boolean>`l.office_id = any(${offices})`,
    own: sql<boolean>`l.created_by = ${actor.userId}`,
    fields: { state: oneOf(sql.ref('l.state'), 'text'), office: oneOf(sql.ref('l.office_id'), 'bigint') },
  })

/**
 * The rows of a company as the company may see them: rows of announced lists, including lists that were cancelled after that. Of a
 * corrected row only the new version.
 */
export const ownRows = (db: Db, companyId: number) =>
  db
    .selectFrom('direct_row as r')
    .innerJoin('direct_list as l', 'l.id', 'r.list_id')
    .innerJoin('policy as p', 'p.id', 'l.policy_id')
    .where('r.company_id', '=', companyId)
    .where('r.state', '<>', 'replaced')
    .where('l.public_from', 'is not', null)

/** Locks the list; throws when the actor may not see it, as if it did not exist. */
export async function lockList(db: Db, actor: Actor, id: number) {
  const seen = await listsSeenBy(db, actor).where('l.id', '=', id).select('l.id').executeTakeFirst()
  const row = seen && (await db.selectFrom('direct_list').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
  if (!row) throw notFound('名单不存在或已被删除')
  return row
}
export type ListRecord = Awaited<ReturnType<typeof lockList>>
