import { sql, type Kysely } from 'kysely'

/**
 * A declaration stores the verdict and the amount of the day of submission, for the list and filter of reviewers; a decision stores
 * verdict, ground and the version seen. A project says whether reviewers may decide: existing projects continue unchanged.
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
