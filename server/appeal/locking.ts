import { appealCodes } from '../../contract/appeal/states.ts'
import { sql, type Selectable } from 'kysely'
import type { AppealTable } from '../../db/tables/appeal.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { urgeFrom } from './clock.ts'
import { changingAppeals } from './kept.ts'
import { handsOf, ofSender, seenBy, writersOf } from './queries.ts'

export const APPEAL = 'appeal'
/** Files of the answer are stored separately from those of the sender. */
export const APPEAL_DEAL = 'appealDeal'

type Kept = Selectable<AppealTable>
const withStanding = async (k: Kernel, db: Db, rows: readonly Kept[]) => {
  if (rows.length === 0) return []
  const parts = await db
    .selectFrom('appeal as a')
    .where(
      'a.id',
      'in',
      rows.map((row) => row.id),
    )
    .select(['a.id', writersOf.as('writers'), handsOf.as('hands')])
    .execute()
  const of = new Map(parts.map(({ id, ...part }) => [id, part]))
  const now = k.clock.now().toISOString()
  return Promise.all(rows.map(async (row) => ({ ...row, ...of.get(row.id)!, urge_from: await urgeFrom(db, row.urged_at), now })))
}
export type LockedAppeal = Awaited<ReturnType<typeof withStanding>>[number] & { led?: boolean; lead_state?: number }

/** Locks these appeals and those merged into them in the order of their ids, so that callers do not deadlock. */
export async function lockAppeals(k: Kernel, db: Db, ids: readonly number[]): Promise<LockedAppeal[]> {
  const rows = await db
    .selectFrom('appeal')
    .selectAll()
    .where((e) => e.or([e('id', 'in', [...ids]), e('merged_into', 'in', [...ids])]))
    .where('deleted', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  return withStanding(k, db, rows)
}

/**
 * The appeal, locked, when the caller may reach it: senders their own, staff those that their rules open. Otherwise it is reported as
 * absent.
 */
export async function lockAppeal(k: Kernel, db: Db, actor: Actor, id: number): Promise<LockedAppeal> {
  const seen = await (actor.type === 'YYF' ? seenBy(db, actor) : ofSender(db, actor))
    .where('a.id', '=', id)
    .select('a.id')
    .executeTakeFirst()
  const row = seen && (await lockAppeals(k, db, [id])).find((one) => one.id === id)
  if (!row) throw notFound('该诉求不存在或已被删除')
  return row
}

/** The open appeals merged into it, locked. */
export const followersOf = async (k: Kernel, db: Db, id: number): Promise<LockedAppeal[]> =>
  withStanding(
    k,
    db,
    await db
      .selectFrom('appeal')
      .selectAll()
      .where('merged_into', '=', id)
      .where('deleted', '=', false)
      .where('state', 'in', [appealCodes.code.waiting, appealCodes.code.dealing, appealCodes.code.examining])
      .orderBy('id')
      .forUpdate()
      .execute(),
  )

type Moved = { id: number; state: number; version: number }
type Work = (db: Db, row: LockedAppeal) => Promise<{ state: number; version: number }>
/** Locks the appeal and runs `work`; returns its new state. */
export const moving = async (k: Kernel, call: Call, id: number, work: Work): Promise<Moved> => {
  const { state, version } = await changingAppeals(k, async (db) => work(db, await lockAppeal(k, db, signedIn(call.actor), id)))
  return { id, state, version }
}

/** As `moving`, and the same is done to all appeals merged into it, in one transaction (ADR 0440). */
export const movingTogether = (k: Kernel, call: Call, id: number, work: Work): Promise<Moved> =>
  moving(k, call, id, async (db, row) => {
    const followers = row.merged_into === null ? await followersOf(k, db, id) : []
    const moved = await work(db, row)
    for (const follower of followers) await work(db, { ...follower, led: true })
    return moved
  })

/** It no longer leads: the oldest appeal merged into it becomes the leading one. */
export async function handOnLead(k: Kernel, db: Db, id: number): Promise<void> {
  const [next, ...others] = await followersOf(k, db, id)
  if (!next) return
  await db.updateTable('appeal').set({ merged_into: null }).where('id', '=', next.id).execute()
  if (others.length > 0)
    await db
      .updateTable('appeal')
      .set({ merged_into: next.id })
      .where(
        'id',
        'in',
        others.map((row) => row.id),
      )
      .execute()
}

/** Assigns it to offices. Offices that had it may still read it. */
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
      .onConflict((c) => c.columns(['appeal_id', 'office_id']).doUpdateSet({ part: sql`excluded.part`, assisted_at: null }))
      .execute()
}
