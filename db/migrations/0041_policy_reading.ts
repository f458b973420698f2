import { sql, type Kysely } from 'kysely'

/** For lists: the view count in the row itself (without an index, so that counting is a heap-only update), and a few words for ranking. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('alter table policy set (fillfactor = 90)')
  await run('alter table policy add column view_num bigint not null default 0')
  await run('update policy p set view_num = c.view_num from policy_counter c where c.policy_id = p.id and c.view_num > 0')
  // Title, department, document number and summary; small enough to stay in the row, while the complete vector is stored separately.
  await run(`alter table policy add column rank_words tsvector generated always as (ts_filter(search, '{a,b,c}')) stored`)
  await run(
    'create index policy_without_deadline on policy (publish_time desc, id desc) where state = 2 and not deleted and apply_to is null',
  )
}
