import { sql, type Kysely } from 'kysely'

/**
 * 我的数据 lists the text messages to a person's number: only those since the account has the number, because it may have been somebody
 * else's before. When numbers bound earlier were bound is not known, so for them the time is that of the upgrade.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('alter table sys_user add column mobile_since timestamptz')
  await run('update sys_user set mobile_since = now() where mobile is not null')
  for (const [name, key] of [
    ['user', 'userId'],
    ['number', 'phoneIndex'],
  ])
    await run(
      `create index outbox_text_${name} on outbox ((payload->>'${key}'), id) where kind in ('sms', 'sms.code') and payload ? '${key}'`,
    )
}
