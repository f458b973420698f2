import { scheduledKinds, scheduledStates, type ScheduledKind } from '../../contract/scheduled/states.ts'
import { shanghaiMinute } from '../../contract/shanghai.ts'
import { actorOfUser } from '../identity/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { AppError, fromDatabase, refused } from '../kernel/errors.ts'
import { move } from '../kernel/flow.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { scheduledOffer } from '../kernel/offers/scheduled.ts'
import { eachDue } from '../kernel/offers/publishing.ts'
import { notify } from '../system/index.ts'
import { isAdmitted, scheduledFlow, whatOf } from './flow.ts'
import { readStanding, versionToActOn } from './standing.ts'

const { waiting } = scheduledStates.code
/** The next run, a minute later, takes the others. */
const MOST = 200

const nobody = () => false
type Change = NonNullable<Awaited<ReturnType<typeof locked>>>

/** Applies what is due, whenever it was due: after a standstill of the server too. One change that fails does not hold up the others. */
export async function actOnDue(k: Kernel): Promise<void> {
  const due = await k.db
    .selectFrom('later_change')
    .select(['id', 'kind', 'created_by'])
    .where('state', '=', waiting)
    .where('effective_at', '<=', k.clock.now().toISOString())
    .orderBy('effective_at')
    .orderBy('id')
    .limit(MOST)
    .execute()
  await eachDue(k, due, async (row) => {
    const actor = row.created_by === null ? null : await actorOfUser(k, row.created_by)
    await act(k, row.id, row.kind, actor).catch((error: unknown) => missed(k, row.id, refusal(error)))
  })
}

/** Why the change is not possible. What hit the server itself is thrown on: the change waits for the next run. */
function refusal(error: unknown): AppError {
  const known = error instanceof AppError ? error : fromDatabase(error)
  if (!known || known.status >= 500) throw error
  return known
}

/** Locks a waiting change; one that another process has in hand, or has ended, is left alone. */
const locked = (db: Db, id: number) =>
  db.selectFrom('later_change').selectAll().where('id', '=', id).where('state', '=', waiting).forUpdate().skipLocked().executeTakeFirst()

/** The change and its end are one transaction, so that it acts once, even when the process dies in between. */
async function act(k: Kernel, id: number, kind: ScheduledKind, actor: Actor | null): Promise<void> {
  const { access, changing, move: moveTo, remove, save } = scheduledOffer(k, kind)
  const call = systemCall(`later-${id}`, actor)
  await changing(k, async (db) => {
    const row = await locked(db, id)
    if (!row) return
    if (!actor) throw refused('定时的人的账号已停用或注销')
    // With the rights of now: they may have been taken away since.
    if (!isAdmitted(access, actor)) throw refused('定时的人已没有这项权限')
    // It was checked when it was planned; a save is read again.
    const planned = row.payload as { id: number; version: number; place?: number }
    // On no version it is refused as stale, below.
    const version = row.row_id === null ? null : versionToActOn(await readStanding(db, kind, id))
    const payload = version === null ? planned : { ...planned, version }
    if (payload.place !== undefined) await moveTo!(db, call, { ...payload, place: payload.place })
    else if (row.removes) await remove(db, call, payload)
    else await save(db, call, payload, dateOf(new Date(row.effective_at)))
    await end(db, k, row, actor, 'act', '')
  })
}

const end = (db: Db, k: Kernel, row: Change, actor: Actor | null, to: 'act' | 'missed', reason: string) =>
  move(
    db,
    systemCall(`later-${row.id}`, actor),
    scheduledFlow,
    { ...row, may: nobody },
    {
      move: to,
      version: row.version,
      bySystem: true,
      reason,
      set: { ended_at: k.clock.now(), reason },
      detail: { name: row.name, kind: scheduledKinds[row.kind], effectiveTime: row.effective_at },
    },
  )

/** Ends a change that could not be applied, and tells the person who wrote it. */
const missed = (k: Kernel, id: number, error: AppError): Promise<void> =>
  k.db.transaction().execute(async (db) => {
    const row = await locked(db, id)
    if (!row) return
    const reason = reasonOf(error)
    await end(db, k, row, null, 'missed', reason)
    if (row.created_by === null) return
    const at = shanghaiMinute(row.effective_at)
    await notify(db, k, {
      to: { userId: row.created_by },
      kind: 'system',
      title: `定于 ${at} 对${scheduledKinds[row.kind]}“${row.name}”的${whatOf(row)}没有执行：${reason}`,
      link: scheduledOffer(k, row.kind).page(row.scope),
      key: `later:${row.id}`,
    })
  })

const reasonOf = (error: AppError): string =>
  error.code === 'CONFLICT' ? '其间有人修改了这一项，请按现在的内容重新定时' : (error.fields?.[0]?.message ?? error.message)

/** What ended is kept about as long as the log of visits and text messages; the audit log keeps it further. */
const KEPT_DAYS = 400
export async function forgetOld(k: Kernel): Promise<void> {
  const before = new Date(k.clock.now().getTime() - KEPT_DAYS * 24 * 3600_000).toISOString()
  await k.db.transaction().execute(async (db) => {
    const gone = await db.deleteFrom('later_change').where('ended_at', '<', before).returning('id').execute()
    const ids = gone.map(({ id }) => id)
    if (ids.length > 0) await db.deleteFrom('flow_log').where('flow', '=', scheduledFlow.name).where('row_id', 'in', ids).execute()
  })
}
