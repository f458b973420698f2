import { sql, type Kysely } from 'kysely'

/**
 * Who entered and approved an allowance and up to which sum, and a change of a paid sum that waits for a second person. Deleted ones are
 * only marked, and their moves are in the log of all flows (ADR 0186).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`alter table allowance
    add column deleted boolean not null default false,
    add column deleted_reason text,
    add column makers bigint[] not null default '{}',
    add column approved_by bigint references sys_user (id) on delete set null,
    add column approved_amount bigint,
    add column correction jsonb`)
  await run('create index allowance_approver on allowance (approved_by)')
  await run('update allowance set makers = array[created_by] where created_by is not null')
  await run('update allowance set approved_amount = amount where state in (1, 3)')
  await run('alter table allowance add constraint allowance_paid_as_approved check (state <> 3 or amount <= approved_amount)')
  await run('drop index allowance_once')
  await run(`create unique index allowance_once on allowance (company_id, coalesce(policy_id, 0), project_name, year)
    where state <> 2 and not deleted`)
  await run('drop index allowance_declaration')
  await run('create unique index allowance_declaration on allowance (declaration_id) where not deleted')
  await run(`insert into flow_log (flow, row_id, move, to_state, row_version, actor_name, reason, at)
    select 'allowance', allowance_id, move, state::text, 0, actor_name, note, at from allowance_log order by id`)
  await run('drop table allowance_log')
}
