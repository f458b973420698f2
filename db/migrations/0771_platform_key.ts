import { sql, type Kysely } from 'kysely'

/** 平台的签名密钥 (ADR 0771): the keys with their start, and how many links were signed per hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table platform_key (
    id bigint generated always as identity primary key,
    platform_id bigint not null references platform on delete cascade,
    secret text not null,
    starts_at timestamptz not null,
    made_by bigint references sys_user (id) on delete set null,
    made_at timestamptz not null
  )`)
  await run('create index platform_key_platform_id on platform_key (platform_id, starts_at desc)')
  await run('create index platform_key_made_by on platform_key (made_by)')
  await run(`create table platform_use (
    platform_id bigint not null references platform on delete cascade,
    hour timestamptz not null,
    signed int not null,
    primary key (platform_id, hour)
  )`)
}
