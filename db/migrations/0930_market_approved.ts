import { sql, type Kysely } from 'kysely'

/**
 * Approvals of earlier releases did not record the address of an item, or not even its title. Since an approval, title and address can
 * change only by `revise` and `edit`; where neither followed, the words of today are the approved ones (ADR 0885). Elsewhere they are not
 * known, and others keep reading that the item is no longer public.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update flow_log l set payload = coalesce(l.payload, '{}') || jsonb_build_object('title', p.title, 'address', p.address)
    from market_item p
    where l.flow = 'market' and l.row_id = p.id and l.move = 'approve' and not coalesce(l.payload, '{}') ? 'address'
      and not exists (select from flow_log o where o.flow = 'market' and o.row_id = l.row_id and o.id > l.id and o.move in ('approve', 'revise', 'edit'))`.execute(
    db,
  )
}
