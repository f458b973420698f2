import { sql, type Kysely } from 'kysely'

/**
 * A declaration keeps the verdict and the measured amount of the day it was sent, for the desk's list and filter; a decision keeps the verdict, the
 * ground and the version it saw. A project says whether who reviewed may decide: projects that exist go on as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('alter table declaration add column verdict text, add column measured bigint')
  await run(`update declaration d set verdict = r.judgement ->> 'verdict',
      measured = case when r.judgement #>> '{amount,min}' = r.judgement #>> '{amount,max}'
        then round((r.judgement #>> '{amount,max}')::numeric * 1000000)::bigint end
    from declaration_round r where r.declaration_id = d.id and r.round = d.round and r.judgement is not null`)
  await run('alter table declaration_log add column verdict text, add column ground jsonb, add column seen_version integer')
  await run(`create index declaration_ground on declaration_log ((ground ->> 'key')) where ground is not null`)
  await run('alter table project add column separate_decision boolean not null default false')
}
