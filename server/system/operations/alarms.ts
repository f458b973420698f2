import { sql } from 'kysely'
import { alarmKinds, type AlarmKind, type AlarmRow } from '../../../contract/operations.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { tellAlarm } from './telling.ts'

/** A fault found by a check; it is reported again by every check while it lasts. */
export interface Condition {
  kind: AlarmKind
  subject: string
  /** the fault, in one sentence */
  title: string
}

/** A fault that was not reported for this long is over. */
const OVER_MS = 60_000

/**
 * Opens an alarm for each new fault and closes the alarms of faults that are over. Each change is announced once, however many processes
 * check.
 */
export async function settle(k: Kernel, conditions: readonly Condition[]): Promise<void> {
  for (const condition of conditions) await k.db.transaction().execute((db) => raise(db, k, condition))
  const over = new Date(k.clock.now().getTime() - OVER_MS).toISOString()
  await k.db.transaction().execute(async (db) => {
    const closed = await db
      .updateTable('alarm')
      .set({ closed_at: k.clock.now() })
      .where('closed_at', 'is', null)
      .where('seen_at', '<', over)
      .returning(['id', 'kind', 'title'])
      .execute()
    for (const alarm of closed) await tellAlarm(db, k, { ...alarm, over: true })
  })
}

async function raise(db: Db, k: Kernel, { kind, subject, title }: Condition): Promise<void> {
  const now = k.clock.now()
  const row = await db
    .insertInto('alarm')
    .values({ kind, subject, title, opened_at: now, seen_at: now })
    .onConflict((c) => c.columns(['kind', 'subject']).where('closed_at', 'is', null).doUpdateSet({ seen_at: now, title }))
    // `xmax` is 0 only in rows that this statement inserted.
    .returning(['id', sql<boolean>`xmax = 0`.as('fresh')])
    .executeTakeFirstOrThrow()
  if (row.fresh) await tellAlarm(db, k, { id: row.id, kind, title, over: false })
}

const itemOf = (row: { id: number; kind: AlarmKind; title: string; opened_at: string; closed_at: string | null }): AlarmRow => ({
  id: row.id,
  kind: row.kind,
  kindName: alarmKinds[row.kind],
  title: row.title,
  openedAt: row.opened_at,
  closedAt: row.closed_at,
})

/** Open alarms, oldest first. */
export const openAlarms = async (k: Kernel): Promise<AlarmRow[]> =>
  (await k.db.selectFrom('alarm').selectAll().where('closed_at', 'is', null).orderBy('opened_at').orderBy('id').execute()).map(itemOf)

export async function listAlarms(k: Kernel, { page, pageSize }: { page: number; pageSize: number }) {
  const rows = await k.db
    .selectFrom('alarm')
    .selectAll()
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute()
  const { total } = await k.db
    .selectFrom('alarm')
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { total, list: rows.map(itemOf) }
}
