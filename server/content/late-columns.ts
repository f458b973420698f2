import { sql } from 'kysely'
import type { Db } from '../kernel/db/index.ts'

/**
 * Public columns that are overdue, with the number of days, for `npm run doctor`, which has no kernel. Same rule as `lateness`, but with
 * the clock of the database.
 */
export async function lateColumns(db: Db): Promise<{ name: string; days: number }[]> {
  const { rows } = await sql<{ name: string; days: number }>`with recursive below as (
      select id as top, id from news_column where not deleted
      union all select b.top, c.id from below b join news_column c on c.parent_id = b.id and not c.deleted
    ), newest as (
      select b.top, max(p.publish_time) as at from below b join news p on p.column_id = b.id and p.shown group by b.top
    )
    select c.name, ((now() at time zone 'Asia/Shanghai')::date - (coalesce(n.at, c.publish_time) at time zone 'Asia/Shanghai')::date - c.fresh_days)::int as days
    from news_column c left join newest n on n.top = c.id
    where c.shown and not c.deleted and c.fresh_days is not null
      and (now() at time zone 'Asia/Shanghai')::date - (coalesce(n.at, c.publish_time) at time zone 'Asia/Shanghai')::date > c.fresh_days
    order by days desc`.execute(db)
  return rows
}
