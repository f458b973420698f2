import { PRESENCE_LASTS_S } from '../../contract/declaration.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { requireVisible } from './access.ts'

/**
 * 记录锁 as a hint (ux §4 REVIEW, 张三正在查看): it locks nothing — the version check decides who wins — and a closed lid frees it by itself.
 */
export async function present(k: Kernel, actor: Actor, { id, leaving }: { id: number; leaving: boolean }): Promise<{ others: string[] }> {
  await requireVisible(k.db, actor, id, k.clock.now())
  const now = k.clock.now()
  const since = new Date(now.getTime() - PRESENCE_LASTS_S * 1000).toISOString()
  const own = { declaration_id: id, user_id: actor.userId }
  if (leaving)
    await k.db
      .deleteFrom('declaration_viewer')
      .where('declaration_id', '=', id)
      .where((e) => e.or([e('user_id', '=', actor.userId), e('seen_at', '<', since)]))
      .execute()
  else
    await k.db
      .insertInto('declaration_viewer')
      .values({ ...own, user_name: actor.name, seen_at: now })
      .onConflict((c) => c.columns(['declaration_id', 'user_id']).doUpdateSet({ user_name: actor.name, seen_at: now }))
      .execute()
  const rows = await k.db
    .selectFrom('declaration_viewer')
    .select('user_name')
    .where('declaration_id', '=', id)
    .where('user_id', '<>', actor.userId)
    .where('seen_at', '>=', since)
    .orderBy('seen_at', 'desc')
    .limit(5)
    .execute()
  return { others: rows.map((r) => r.user_name) }
}
