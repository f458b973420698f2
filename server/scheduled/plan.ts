import { sql } from 'kysely'
import { scheduledKinds, scheduledStates, type ScheduledKind } from '../../contract/scheduled/states.ts'
import { shanghaiMinute } from '../../contract/shanghai.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField, refused } from '../kernel/errors.ts'
import { note } from '../kernel/flow-log.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { scheduledOffer } from '../kernel/offers/scheduled.ts'
import { refusePlannedTime } from '../kernel/planned-time.ts'
import { isSameChange, only } from '../kernel/way-back.ts'
import { scheduledFlow } from './flow.ts'

type Timed<T> = T & { effectiveTime: string }

/** Keeps a save until its time. What the save at once would refuse is refused now, at the same field. */
export const planSave = (
  k: Kernel,
  call: Call,
  kind: ScheduledKind,
  { effectiveTime, ...payload }: Timed<{ id?: number | undefined; version?: number | undefined }>,
) => {
  const day = dateOf(new Date(effectiveTime))
  return plan(k, call, kind, effectiveTime, {
    payload,
    tryIt: async (db) => (await scheduledOffer(k, kind).save(db, call, payload, day)).id,
  })
}

export const planRemoval = (
  k: Kernel,
  call: Call,
  kind: ScheduledKind,
  { effectiveTime, ...payload }: Timed<{ id: number; version: number }>,
) =>
  plan(k, call, kind, effectiveTime, {
    payload,
    removes: true,
    async tryIt(db) {
      await scheduledOffer(k, kind).remove(db, call, payload)
      return payload.id
    },
  })

export const planMove = (
  k: Kernel,
  call: Call,
  kind: ScheduledKind,
  { effectiveTime, ...payload }: Timed<{ id: number; version: number; place: number }>,
) =>
  plan(k, call, kind, effectiveTime, {
    payload,
    async tryIt(db) {
      if (!(await scheduledOffer(k, kind).move!(db, call, payload))) throw refused('它已经在这个位置，不需要定时')
      return payload.id
    },
  })

/** What 修改记录 keeps of the change that was tried. Each dictionary has its own: `dictValue:region`. */
const kept = (db: Db, kind: ScheduledKind, rowId: number) =>
  db
    .selectFrom('row_change')
    .select(['name', 'before', 'after'])
    .where((e) => e.or([e('kind', '=', kind), e('kind', 'like', `${kind}:%`)]))
    .where('row_id', '=', rowId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** An addition is tried without the other additions that wait: of two with the same code, the later one would not be applied. */
async function refuseSecondAddition(k: Kernel, db: Db, kind: ScheduledKind, part: string, payload: unknown): Promise<void> {
  const { unique } = scheduledOffer(k, kind)
  if (!unique) return
  // Two that are planned at once take turns.
  await sql`select pg_advisory_xact_lock(hashtext('later_change'), hashtext(${`${kind}:${part}`}))`.execute(db)
  const others = await db
    .selectFrom('later_change')
    .select(['name', 'payload', 'effective_at'])
    .where('kind', '=', kind)
    .where('scope', '=', part)
    .where('row_id', 'is', null)
    .where('state', '=', scheduledStates.code.waiting)
    .execute()
  const same = others.find((one) => unique.of(one.payload) === unique.of(payload))
  if (!same) return
  throw invalidField(unique.field, `已定于 ${shanghaiMinute(same.effective_at)} 新增“${same.name}”，代码相同，请换一个或先取消那一项`)
}

interface Planned {
  payload: { id?: number | undefined; version?: number | undefined }
  removes?: boolean
  /** makes the change, which is then taken back; returns the id of the record */
  tryIt(db: Db): Promise<number>
}

async function plan(k: Kernel, call: Call, kind: ScheduledKind, time: string, { payload, removes = false, tryIt }: Planned) {
  const { userId, name: by } = signedIn(call.actor)
  refusePlannedTime(k, { field: 'effectiveTime', name: '生效时间', time })
  const rowId = payload.id ?? null
  if (rowId !== null && payload.version === undefined) throw invalidField('version', '必填')
  return k.db.transaction().execute(async (db) => {
    await sql`savepoint tried`.execute(db)
    const tried = await kept(db, kind, await tryIt(db))
    await sql`rollback to savepoint tried`.execute(db)
    if (tried.before && tried.after && isSameChange(tried.before, tried.after)) throw refused('没有改动，不需要定时')
    // A record is called by the name that it has until then.
    const name = String(tried.before?.name ?? tried.before?.label ?? tried.name)
    const { words, scope } = scheduledOffer(k, kind)
    const part = scope === undefined ? '' : String((tried.before ?? tried.after)?.[scope] ?? '')
    if (rowId === null) await refuseSecondAddition(k, db, kind, part, payload)
    // Only what a reader sees: a dictionary that is to be deleted may have thousands of values.
    const seen = (values: Record<string, unknown> | null) => values && only(values, Object.keys(words.labels))
    const [before, after] = [seen(tried.before), seen(tried.after)]
    const now = k.clock.now()
    const made = await db
      .insertInto('later_change')
      .values({
        kind,
        scope: part,
        row_id: rowId,
        name,
        removes,
        payload: JSON.stringify(payload),
        before: before && JSON.stringify(before),
        after: after && JSON.stringify(after),
        effective_at: time,
        created_by: userId,
        created_by_name: by,
        created_at: now,
        updated_at: now,
      })
      .onConflict((c) => c.columns(['kind', 'row_id']).where('state', '=', scheduledStates.code.waiting).doNothing())
      .returning(['id', 'version'])
      .executeTakeFirst()
    if (!made) throw refused('这一项已有等待执行的修改，请先取消它', 'STATE')
    await note(db, call, scheduledFlow, { id: made.id, version: made.version, from: null, move: 'plan', to: scheduledStates.code.waiting })
    await audit(db, call, {
      action: 'later.add',
      objectType: 'later_change',
      objectId: made.id,
      detail: { name, kind: scheduledKinds[kind], effectiveTime: time, ...(rowId === null ? {} : { rowId }), before, after },
    })
    return { id: made.id }
  })
}
