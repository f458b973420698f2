import { sql } from 'kysely'
import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { notFound, refused } from '../../kernel/errors.ts'
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
      const list = await db
        .selectFrom('policy')
        .select(['id', 'sort'])
        .where('state', '=', POLICY_STATE.published)
        .where('deleted', '=', false)
        .where('top', '=', row.top)
        .orderBy('sort', 'desc')
        .orderBy('publish_time', 'desc')
        .orderBy('id', 'desc')
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
