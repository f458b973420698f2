import { sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { Kernel } from './kernel.ts'

/** At most so many names are shown. */
const SHOWN = 5

interface Looking {
  /** columns besides its key: user_id, user_name, seen_at */
  table: 'declaration_viewer' | 'appeal_viewer'
  key: 'declaration_id' | 'appeal_id'
  lastsSeconds: number
}

/**
 * 记录锁 as a hint (ux §4 REVIEW, 张三正在查看). It locks nothing: the version check decides which save wins, and the entry expires when a page
 * stops reporting. The caller has checked that the reader may see the record.
 */
export async function presentAt(
  k: Kernel,
  { table, key, lastsSeconds }: Looking,
  actor: Actor,
  { id, leaving }: { id: number; leaving: boolean },
): Promise<{ others: string[] }> {
  const now = k.clock.now().toISOString()
  const since = new Date(k.clock.now().getTime() - lastsSeconds * 1000).toISOString()
  const [of, record] = [sql.table(table), sql.ref(key)]
  await (
    leaving
      ? sql`delete from ${of} where ${record} = ${id} and (user_id = ${actor.userId} or seen_at < ${since}::timestamptz)`
      : sql`insert into ${of} (${record}, user_id, user_name, seen_at) values (${id}, ${actor.userId}, ${actor.name}, ${now}::timestamptz)
          on conflict (${record}, user_id) do update set user_name = excluded.user_name, seen_at = excluded.seen_at`
  ).execute(k.db)
  const { rows } = await sql<{ user_name: string }>`select user_name from ${of} where ${record} = ${id} and user_id <> ${actor.userId}
    and seen_at >= ${since}::timestamptz order by seen_at desc limit ${sql.lit(SHOWN)}`.execute(k.db)
  return { others: rows.map((row) => row.user_name) }
}
