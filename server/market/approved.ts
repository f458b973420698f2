import { sql } from 'kysely'
import { marketKinds, marketStates, type MarketKind } from '../../contract/market/states.ts'
import type { Db } from '../kernel/db/index.ts'
import { marketFlow } from './flow.ts'

const approved = (
  key: 'title' | 'address',
) => sql<string>`case when p.state = ${sql.lit(marketStates.code.passed)} then ${sql.ref(`p.${key}`)}
  else coalesce((select l.payload ->> ${sql.lit(key)} from flow_log l
    where l.flow = ${sql.lit(marketFlow.name)} and l.row_id = p.id and l.move = 'approve' order by l.id desc limit 1), '') end`
/**
 * Title and address of `p` as they were last approved, for others than its owner and staff: an item that is not public may have got others
 * that nobody has reviewed yet. Empty when they are not known: deleting an item ends its log, and approvals of earlier releases kept none.
 */
export const approvedTitle = approved('title').as('approved_title')
export const approvedAddress = approved('address').as('approved_address')

/** What others call an item. */
export const titleFor = (row: { kind: MarketKind; approved_title: string }): string =>
  row.approved_title || `不再公开的${marketKinds[row.kind].name}`

/** The same by its id; to be asked before a deletion. */
export async function titleOf(db: Db, id: number): Promise<string> {
  return titleFor(
    await db.selectFrom('market_item as p').select(['p.kind', approvedTitle]).where('p.id', '=', id).executeTakeFirstOrThrow(),
  )
}
