import { sql } from 'kysely'
import { signedIn, type Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { urgeFrom } from './clock.ts'
import { ofSender, seenBy, writersOf } from './queries.ts'

export const APPEAL = 'appeal'
/** Files of the answer stand apart from those of the sender. */
export const APPEAL_DEAL = 'appealDeal'

/** The appeal, locked, as the caller may reach it: a sender their own, staff what their rules open. To others it is absent. */
export async function lockAppeal(k: Kernel, db: Db, actor: Actor, id: number) {
  const seen = await (actor.type === 'YYF' ? seenBy(db, actor) : ofSender(db, actor))
    .where('a.id', '=', id)
    .select('a.id')
    .executeTakeFirst()
  if (!seen) throw notFound('该诉求不存在或已被删除')
  const row = await db.selectFrom('appeal').selectAll().where('id', '=', id).where('deleted', '=', false).forUpdate().executeTakeFirst()
  if (!row) throw notFound('该诉求不存在或已被删除')
  const { writers } = await db.selectFrom('appeal as a').where('a.id', '=', id).select(writersOf.as('writers')).executeTakeFirstOrThrow()
  return { ...row, writers, urge_from: await urgeFrom(db, row.urged_at), now: k.clock.now().toISOString() }
}
export type LockedAppeal = Awaited<ReturnType<typeof lockAppeal>>

type Moved = { id: number; state: number; version: number }
/** The appeal, locked, and what is done to it; the answer is where it stands then. */
export const moving = async (
  k: Kernel,
  call: Call,
  id: number,
  work: (db: Db, row: LockedAppeal) => Promise<{ state: number; version: number }>,
): Promise<Moved> => {
  const { state, version } = await k.db.transaction().execute(async (db) => work(db, await lockAppeal(k, db, signedIn(call.actor), id)))
  return { id, state, version }
}

/** Who has it from now on. Whoever had it may read on. */
export async function giveTo(db: Db, id: number, main: number | null, assist: readonly number[] = []): Promise<void> {
  await db.updateTable('appeal_office').set({ part: 'former' }).where('appeal_id', '=', id).execute()
  const rows = [
    ...(main === null ? [] : [{ appeal_id: id, office_id: main, part: 'main' as const }]),
    ...assist.filter((office) => office !== main).map((office) => ({ appeal_id: id, office_id: office, part: 'assist' as const })),
  ]
  if (rows.length > 0)
    await db
      .insertInto('appeal_office')
      .values(rows)
      .onConflict((c) => c.columns(['appeal_id', 'office_id']).doUpdateSet({ part: sql`excluded.part` }))
      .execute()
}
