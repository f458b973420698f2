import { sql } from 'kysely'
import type { ScheduledRow } from '../../contract/scheduled/scheduled.ts'
import { scheduledKinds, scheduledStates, type ScheduledKind } from '../../contract/scheduled/states.ts'
import { shanghaiMinute } from '../../contract/shanghai.ts'
import { signedIn } from '../kernel/actor.ts'
import { move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { scheduledOffer } from '../kernel/offers/scheduled.ts'
import { changesBetween } from '../kernel/way-back.ts'
import { notify } from '../system/index.ts'
import { isAdmitted, scheduledFlow, lockChange, whatOf } from './flow.ts'
import { standingOf, versionToActOn } from './standing.ts'

const { waiting } = scheduledStates.code
/** What has ended is listed this long; 修改记录 and the audit log keep it. */
const SHOWN_MS = 30 * 24 * 3600_000

const cancelledBy = sql<string | null>`(select l.actor_name from flow_log l
  where l.flow = ${scheduledFlow.name} and l.row_id = c.id and l.move = 'cancel' limit 1)`

/** Waiting changes, the next first, then those that ended lately. */
export async function listChanges(k: Kernel, kind: ScheduledKind, asked: { scope?: string | undefined; page: number; pageSize: number }) {
  const { words } = scheduledOffer(k, kind)
  const since = new Date(k.clock.now().getTime() - SHOWN_MS).toISOString()
  const { total, rows } = await pageOf(
    k.db
      .selectFrom('later_change as c')
      .where('c.kind', '=', kind)
      .$if(asked.scope !== undefined, (q) => q.where('c.scope', '=', asked.scope!))
      .where((e) => e.or([e('c.state', '=', waiting), e('c.ended_at', '>', since)])),
    asked,
    (q) =>
      q
        .orderBy(sql`c.ended_at is not null`)
        .orderBy(sql`case when c.ended_at is null then c.effective_at end`)
        .orderBy('c.id', 'desc'),
    (q) => q.selectAll('c').select([cancelledBy.as('cancelled_by'), ...standingOf(kind)]),
  )
  return {
    total,
    list: rows.map((row): ScheduledRow => ({
      id: row.id,
      version: row.version,
      state: row.state,
      rowId: row.row_id,
      scope: row.scope,
      name: row.name,
      what: whatOf(row),
      effectiveTime: row.effective_at,
      by: row.created_by_name,
      createTime: row.created_at,
      endTime: row.ended_at,
      reason: row.reason,
      cancelledBy: row.cancelled_by ?? '',
      outdated: row.state === waiting && row.row_id !== null && versionToActOn(row) === null,
      changes: row.before && row.after ? changesBetween(words, row.before, row.after) : [],
    })),
  }
}

/** Anybody who may change the record at once may cancel what waits for it. */
export async function cancelChange(
  k: Kernel,
  call: Call,
  kind: ScheduledKind,
  { id, version }: { id: number; version: number },
): Promise<true> {
  const { access, page } = scheduledOffer(k, kind)
  await k.db.transaction().execute(async (db) => {
    const row = await lockChange(db, kind, id)
    const { name, created_by_name: by, effective_at: effectiveTime } = row
    await move(
      db,
      call,
      scheduledFlow,
      { ...row, may: (actor) => isAdmitted(access, actor) },
      { move: 'cancel', version, set: { ended_at: k.clock.now() }, detail: { name, by, effectiveTime } },
    )
    const { userId, name: who } = signedIn(call.actor)
    if (row.created_by === null || row.created_by === userId) return
    const at = shanghaiMinute(effectiveTime)
    await notify(db, k, {
      to: { userId: row.created_by },
      kind: 'system',
      title: `${who}取消了您定于 ${at} 对${scheduledKinds[kind]}“${name}”的${whatOf(row)}`,
      link: page(row.scope),
      key: `later:${id}`,
    })
  })
  return true
}
