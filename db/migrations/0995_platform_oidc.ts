import { type Kysely, sql } from 'kysely'

/** A picture of a platform, and the address at which it begins a log-in at the issuer that both trust (ADR 1006); empty: none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`alter table platform add column logo text not null default ''`)
  await run(`alter table platform add column login_uri text not null default ''`)
  await run('alter table platform drop constraint platform_protocol_check')
  await run(`alter table platform add constraint platform_protocol_check check (protocol in ('plain', 'signed', 'oidc', 'ticket'))`)
  await run(`alter table platform add constraint platform_login_uri_check check ((login_uri <> '') = (protocol = 'oidc'))`)
}
