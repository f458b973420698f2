import { APPEAL_PRESENCE_LASTS_S } from '../../contract/appeal/desk.ts'
import type { Actor } from '../kernel/actor.ts'
import { notFound } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { presentAt } from '../kernel/presence.ts'
import { seenBy } from './queries.ts'

/** The names of the colleagues who have this appeal open now. */
export async function presentAtAppeal(k: Kernel, actor: Actor, asked: { id: number; leaving: boolean }): Promise<{ others: string[] }> {
  if (!(await seenBy(k.db, actor).where('a.id', '=', asked.id).select('a.id').executeTakeFirst())) throw notFound('该诉求不存在或已被删除')
  return presentAt(k, { table: 'appeal_viewer', key: 'appeal_id', lastsSeconds: APPEAL_PRESENCE_LASTS_S }, actor, asked)
}
