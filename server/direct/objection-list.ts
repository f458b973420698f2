import { sql } from 'kysely'
import type { DirectObjection } from '../../contract/direct.ts'
import { objectionCodes } from '../../contract/passing.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { listsSeenBy } from './access.ts'
import { answeredBy } from './preparers.ts'

interface Asked {
  /** staff: only on lists that they may see */
  seenBy?: Actor
  listId?: number | undefined
  companyId?: number
  state?: number | undefined
  page: number
  pageSize: number
}

/** Objections, newest first: a company's own for the company, all of them for staff. */
export async function objectionsOf(k: Kernel, q: Asked): Promise<{ total: number; list: DirectObjection[] }> {
  let rows = k.db
    .selectFrom('direct_objection as x')
    .innerJoin('direct_list as l', 'l.id', 'x.list_id')
    .innerJoin('company as c', 'c.id', 'x.company_id')
    .leftJoin('direct_row as r', 'r.id', 'x.row_id')
  if (q.seenBy) rows = rows.where('l.id', 'in', listsSeenBy(k.db, q.seenBy).select('l.id'))
  if (q.listId !== undefined) rows = rows.where('x.list_id', '=', q.listId)
  if (q.companyId !== undefined) rows = rows.where('x.company_id', '=', q.companyId)
  if (q.state !== undefined) rows = rows.where('x.state', '=', q.state as 0)
  const found = await pageOf(
    rows,
    q,
    (page) => page.orderBy('x.id', 'desc'),
    (page) =>
      page
        .select(['x.id', 'x.list_id', 'l.title', 'x.row_id', 'r.company_name as target', 'r.company_id as target_id'])
        .select(['c.name', 'x.company_id', 'x.content', 'x.verdict', 'x.state', 'x.reply', 'x.created_at', 'x.resolved_at'])
        .select((q.seenBy ? answeredBy(q.seenBy) : sql<boolean>`false`).as('mine')),
  )
  return {
    total: found.total,
    list: found.rows.map((x) => ({
      id: x.id,
      listId: x.list_id,
      listTitle: x.title,
      rowId: x.row_id,
      targetName: x.target,
      own: x.target_id === x.company_id,
      companyName: x.name,
      companyId: x.company_id,
      content: x.content,
      verdict: x.verdict,
      state: x.state,
      reply: x.reply,
      createTime: x.created_at,
      resolveTime: x.resolved_at,
      answerable: x.state === objectionCodes.code.open && x.mine,
    })),
  }
}
