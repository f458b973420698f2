import { sql, type Kysely } from 'kysely'

/**
 * Questions without results, masked. The asking user is not stored: `askers` contains keyed digests that differ per question, at most two,
 * only to know that a second person asked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table unanswered_question (
    id bigint generated always as identity primary key,
    words text not null unique,
    times integer not null default 1,
    askers text[] not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    settled text check (settled in ('synonym', 'label', 'knowledge', 'dismissed')),
    note text,
    settled_at timestamptz,
    settled_by bigint,
    settled_by_name text)`)
  await run('create index unanswered_question_open on unanswered_question (last_at desc, id desc) where cardinality(askers) > 1')
}
