import { sql, type Kysely } from 'kysely'

/** Reports on training and live sessions (ADR 0602). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table train_info (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    state smallint not null default 0,
    title text not null,
    kind text not null,
    summary text not null default '',
    content text not null,
    cover text,
    cover_alt text not null default '',
    top_at timestamptz,
    view_num integer not null default 0,
    publish_time timestamptz,
    created_by bigint references sys_user (id) on delete set null,
    deleted boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`)
  await run(
    'create index train_info_public on train_info (top_at desc nulls last, publish_time desc, id desc) where state = 1 and not deleted',
  )
  await run('create index train_info_created_by on train_info (created_by)')
  await run('create table train_info_view (info_id bigint primary key references train_info (id), view_num integer not null)')
  await run(`create table train_info_view_mark (info_id bigint not null references train_info (id), visitor text not null,
    seen_at timestamptz not null, primary key (info_id, visitor))`)
  await run(`create table train_live (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    state smallint not null default 0,
    title text not null,
    cover text,
    cover_alt text not null default '',
    url text not null,
    replay_url text,
    start_at timestamptz not null,
    end_at timestamptz not null,
    created_by bigint references sys_user (id) on delete set null,
    deleted boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (end_at > start_at)
  )`)
  await run('create index train_live_public on train_live (start_at desc, id desc) where state = 1 and not deleted')
  await run('create index train_live_created_by on train_live (created_by)')
}
