import { sql } from 'kysely'
import { laterKinds, laterStates, type LaterKind } from '../../contract/later/states.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField, refused } from '../kernel/errors.ts'
import { note } from '../kernel/flow-log.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { laterOffer, type LaterOffer } from '../kernel/offers/later.ts'
import { refusePlannedTime } from '../kernel/planned-time.ts'
import { isSameChange } from '../kernel/way-back.ts'
import { laterFlow } from './flow.ts'

interface Asked {
  id?: number | undefined
  version?: number | undefined
  effectiveTime: string
}

/** Keeps a save until its time. What the save at once would refuse is refused now, at the same field. */
export const planSave = (k: Kernel, call: Call, kind: LaterKind, { effectiveTime, ...payload }: Asked) => {
  const offer = laterOffer(k, kind)
  const day = dateOf(new Date(effectiveTime))
  return plan(k, call, kind, effectiveTime, {
    payload,
    scope: offer.scope(payload),
    removes: false,
    tryIt: async (db) => {
      const { id } = await offer.save(db, call, payload, day)
      return kept(db, offer.history(payload), id)
    },
  })
}

export const planRemoval = (
  k: Kernel,
  call: Call,
  kind: LaterKind,
  { effectiveTime, ...payload }: { id: number; version: number; effectiveTime: string },
) => {
  const { remove } = laterOffer(k, kind) as LaterOffer & { remove: NonNullable<LaterOffer['remove']> }
  return plan(k, call, kind, effectiveTime, {
    payload,
    removes: true,
    tryIt: async (db) => {
      await remove(db, call, payload)
      return kept(db, kind, payload.id)
    },
  })
}

/** What 修改记录 keeps of the change that was tried. */
const kept = (db: Db, kind: string, rowId: number) =>
  db
    .selectFrom('row_change')
    .select(['name', 'before', 'after'])
    .where('kind', '=', kind)
    .where('row_id', '=', rowId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

interface Planned {
  payload: { id?: number | undefined; version?: number | undefined }
  removes: boolean
  /** makes the change, which is then taken back */
  tryIt(db: Db): Promise<Awaited<ReturnType<typeof kept>>>
  scope?: string
}

async function plan(k: Kernel, call: Call, kind: LaterKind, time: string, { payload, removes, tryIt, scope }: Planned) {
  const { userId, name: by } = signedIn(call.actor)
  refusePlannedTime(k, { field: 'effectiveTime', name: '生效时间', time })
  const rowId = payload.id ?? null
  if (rowId !== null && payload.version === undefined) throw invalidField('version', '必填')
  return k.db.transaction().execute(async (db) => {
    await sql`savepoint tried`.execute(db)
    const { name: written, before, after } = await tryIt(db)
    await sql`rollback to savepoint tried`.execute(db)
    if (before && after && isSameChange(before, after)) throw refused('没有改动，不需要定时')
    // A record is called by the name that it has until then.
    const name = String(before?.name ?? before?.label ?? written)
    const now = k.clock.now()
    const made = await db
      .insertInto('later_change')
      .values({
        kind,
        scope: scope ?? scopeIn(kind, before),
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
      .onConflict((c) => c.columns(['kind', 'row_id']).where('state', '=', laterStates.code.waiting).doNothing())
      .returning(['id', 'version'])
      .executeTakeFirst()
    if (!made) throw refused('这一项已有等待执行的修改，请先取消它', 'STATE')
    await note(db, call, laterFlow, { id: made.id, version: made.version, from: null, move: 'plan', to: laterStates.code.waiting })
    await audit(db, call, {
      action: 'later.add',
      objectType: 'later_change',
      objectId: made.id,
      detail: { name, kind: laterKinds[kind], effectiveTime: time, ...(rowId === null ? {} : { rowId }), before, after },
    })
    return { id: made.id }
  })
}

/** A deletion names its record only; the block of a figure is among the values that would be deleted. */
const scopeIn = (kind: LaterKind, before: Record<string, unknown> | null): string =>
  kind === 'basicData' ? String(before?.block ?? '') : ''
