import { sql, type Kysely } from 'kysely'

/** Favourites, saved searches and public questions of the market (ADR 0780). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table market_favourite (user_id bigint not null references sys_user (id) on delete cascade,
    item_id bigint not null references market_item (id), created_at timestamptz not null, primary key (user_id, item_id))`)
  await run('create index market_favourite_item on market_favourite (item_id)')
  await run(`create table market_search (
    id bigint generated always as identity primary key,
    user_id bigint not null references sys_user (id) on delete cascade,
    kind text not null,
    name text not null,
    filters jsonb not null,
    created_at timestamptz not null,
    told_at timestamptz not null
  )`)
  await run('create index market_search_user on market_search (user_id, id)')
  await run('create index market_search_told on market_search (told_at, id)')
  await run(`create table market_question (
    id bigint generated always as identity primary key,
    item_id bigint not null references market_item (id),
    user_id bigint references sys_user (id) on delete set null,
    company_id bigint references company (id) on delete set null,
    question text not null,
    answer text,
    answered_by bigint references sys_user (id) on delete set null,
    answered_at timestamptz,
    hidden boolean not null default false,
    created_at timestamptz not null
  )`)
  await run('create index market_question_item on market_question (item_id, id desc)')
  await run('create index market_question_user on market_question (user_id, id desc)')
  await run('create index market_question_company on market_question (company_id)')
  await run('create index market_question_answered_by on market_question (answered_by)')
  await run('create unique index market_question_open on market_question (item_id, user_id) where answer is null and not hidden')
}
