import { sql } from 'kysely'
import type { OrderEnds } from '../../../contract/order-ends.ts'
import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { notFound, refused } from '../../kernel/errors.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { changing } from '../policy-moves.ts'
import { requirePolicy } from './managed-access.ts'

/** Manual ordering is limited to so many places. */
const REACH = 200

export const setTop = (k: Kernel, call: Call, { id, topFlag }: { id: number; topFlag: number }) =>
  changing<true>(k, async (db) => {
    await requirePolicy(db, call.actor, id)
    const done = await db
      .updateTable('policy')
      .set({ top: topFlag === 1, sort: 0 })
      .where('id', '=', id)
      .where('deleted', '=', false)
      .returning('code')
      .executeTakeFirst()
    if (!done) throw notFound('该政策不存在或已被删除')
    await audit(db, call, { action: 'policy.setTop', objectType: 'policy', objectId: id, detail: { code: done.code, topFlag } })
    return true
  })

/** Published policies with or without a pin, in the order of the shelf or in the reverse order. */
const placed = (db: Db, top: boolean, direction: 'asc' | 'desc') =>
  db
    .selectFrom('policy')
    .select(['id', 'sort'])
    .where('state', '=', POLICY_STATE.published)
    .where('deleted', '=', false)
    .where('top', '=', top)
    .orderBy('sort', direction)
    .orderBy('publish_time', direction)
    .orderBy('id', direction)

/** Tells of a policy whether it is the first and the last of those among which it moves; a list may show nine thousand of them. */
export async function shelfEnds(db: Db): Promise<(id: number) => OrderEnds> {
  const end = async (direction: 'asc' | 'desc') =>
    (await Promise.all([true, false].map((top) => placed(db, top, direction).limit(1).execute()))).flat().map(({ id }) => id)
  const [first, last] = [await end('desc'), await end('asc')]
  return (id) => ({ first: first.includes(id), last: last.includes(id) })
}

/** Moves a published policy one place among the policies with the same pinning; `reset` orders it by its publish time again. */
export const movePolicy = (k: Kernel, call: Call, { id, direction }: { id: number; direction: 'up' | 'down' | 'reset' }) =>
  changing<true>(k, async (db) => {
    await requirePolicy(db, call.actor, id)
    const row = await db
      .selectFrom('policy')
      .select(['code', 'top', 'state'])
      .where('id', '=', id)
      .where('deleted', '=', false)
      .executeTakeFirst()
    if (!row) throw notFound('该政策不存在或已被删除')
    if (row.state !== POLICY_STATE.published) throw refused('只有已上架的政策可以调整顺序', 'STATE')
    if (direction === 'reset') await db.updateTable('policy').set({ sort: 0 }).where('id', '=', id).execute()
    else {
      const list = await placed(db, row.top, 'desc')
        .limit(REACH + 2)
        .forUpdate()
        .execute()
      const from = list.findIndex((p) => p.id === id)
      const to = direction === 'up' ? from - 1 : from + 1
      if (from < 0 || from > REACH) throw refused('该政策排在较后，请先置顶再调整顺序')
      if (to < 0 || to >= list.length) throw refused(direction === 'up' ? '已经排在最前' : '已经排在最后')
      const last = Math.max(from, to)
      const floor = list[last + 1]?.sort ?? 0
      const order = list.map((p) => p.id)
      ;[order[from], order[to]] = [order[to]!, order[from]!]
      const moved = order.slice(0, last + 1)
      await sql`update policy p set sort = n.sort from unnest(${moved}::bigint[], ${moved.map((_, i) => floor + last + 1 - i)}::int[]) as n (id, sort) where p.id = n.id`.execute(
        db,
      )
    }
    await audit(db, call, { action: 'policy.move', objectType: 'policy', objectId: id, detail: { code: row.code, direction } })
    return true
  })
