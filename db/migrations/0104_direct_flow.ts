import { sql, type Kysely } from 'kysely'

/** The moves of lists without application are moved into the log of all flows (ADR 0104). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`insert into flow_log (flow, row_id, move, from_state, to_state, row_version, actor_name, reason, at)
    select 'directList', list_id, move, coalesce(lag(state) over (partition by list_id order by id), 'draft'), state, 0, actor_name, note, at
    from direct_log order by id`)
  await run('drop table direct_log')
}
