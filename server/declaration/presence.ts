import { PRESENCE_LASTS_S } from '../../contract/declaration.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { presentAt } from '../kernel/presence.ts'
import { requireVisible } from './access.ts'

/** The users who have a declaration open now. */
export async function present(k: Kernel, actor: Actor, asked: { id: number; leaving: boolean }): Promise<{ others: string[] }> {
  await requireVisible(k.db, actor, asked.id, k.clock.now())
  return presentAt(k, { table: 'declaration_viewer', key: 'declaration_id', lastsSeconds: PRESENCE_LASTS_S }, actor, asked)
}
