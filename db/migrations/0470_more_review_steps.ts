import { sql, type Kysely } from 'kysely'

/** 现场核查 and 专家评审 as separate steps between review and decision (ADR 0243). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('alter table project_step drop constraint project_step_step_check')
  await run(
    `alter table project_step add constraint project_step_step_check check (step in ('accept', 'review', 'inspect', 'assess', 'decide'))`,
  )
  await run('alter table declaration drop constraint declaration_state_check')
  await run(`alter table declaration add constraint declaration_state_check check
    (state in ('draft', 'accepting', 'reviewing', 'inspecting', 'assessing', 'deciding', 'approved', 'returned', 'refused', 'withdrawn'))`)
}
