import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import { publishedStates } from './flow.ts'

/** The lists an actor may see: staff with direct:read all; everybody else who is logged in those that were made known. */
export function listsSeenBy(db: Db, actor: Actor) {
  const lists = db.selectFrom('direct_list as l').innerJoin('policy as p', 'p.id', 'l.policy_id')
  if (actor.type === 'YYF' && actor.permissions.has('direct:read')) return lists
  return lists.where('l.state', 'in', [...publishedStates])
}

/** The rows of a company, as the company itself may see them: of lists that were made known, cancelled ones included once they had been; a corrected one only as it stands now. */
export const ownRows = (db: Db, companyId: number) =>
  db
    .selectFrom('direct_row as r')
    .innerJoin('direct_list as l', 'l.id', 'r.list_id')
    .innerJoin('policy as p', 'p.id', 'l.policy_id')
    .where('r.company_id', '=', companyId)
    .where('r.state', '<>', 'replaced')
    .where('l.public_from', 'is not', null)

/** The list, locked, as far as the actor sees it; what is out of sight is absent. */
export async function lockList(db: Db, actor: Actor, id: number) {
  const seen = await listsSeenBy(db, actor).where('l.id', '=', id).select('l.id').executeTakeFirst()
  const row = seen && (await db.selectFrom('direct_list').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
  if (!row) throw notFound('名单不存在或已被删除')
  return row
}
export type ListRecord = Awaited<ReturnType<typeof lockList>>
