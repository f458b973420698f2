import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { POLICY_STATE, type PolicyState } from '../../contract/policy/codes.ts'
import { audit } from '../kernel/audit.ts'
import { conflict, forbidden, notFound, refused } from '../kernel/errors.ts'
import { publish, subscribe } from '../kernel/events.ts'
import { signedIn } from '../kernel/actor.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { purgePagesAfter } from '../kernel/services.ts'
import { showFiles } from './attachments.ts'
import { flow, illegal, type Move } from './flow.ts'
import { policiesChanged } from './market.ts'

export type Tx = Transaction<Database>

const TOPIC = 'policies'
/** Totals kept by other processes are forgotten as well; a missed message costs four seconds. */
export const hearChanges = (k: Kernel): void => {
  subscribe(k, TOPIC, () => policiesChanged(k))
}

/** One change of policies: commits together, then public pages and kept totals are forgotten everywhere. */
export async function changing<T>(k: Kernel, work: (db: Tx) => Promise<T>): Promise<T> {
  const result = await k.db.transaction().execute(async (db) => {
    const done = await work(db)
    await purgePagesAfter(db, '/')
    await publish(db, TOPIC)
    return done
  })
  policiesChanged(k)
  return result
}

interface Asked {
  id: number
  version?: number | undefined
}
export interface Moved {
  state: number
  version: number
}

/**
 * One move of one policy. The UPDATE itself expects the states the move may start from (and the version, if the caller names one), so of
 * two callers one wins; audit row in the same transaction. Throws notFound, conflict or the reason.
 */
export async function move(
  db: Tx,
  k: Kernel,
  call: Call,
  name: Move,
  { id, version }: Asked,
  extra: { opinion?: string | null } = {},
): Promise<Moved> {
  const { from, to, can } = flow[name]
  const actor = signedIn(call.actor)
  if (!actor.permissions.has(can)) throw forbidden()
  const now = k.clock.now().toISOString()
  const moved = await db
    .updateTable('policy')
    .set(({ eb, fn, val }) => ({
      version: eb('version', '+', 1),
      updated_at: now,
      updated_by: actor.userId,
      ...(to === 'deleted' ? { deleted: true } : { state: to }),
      ...(to === POLICY_STATE.published ? { publish_time: fn.coalesce('publish_time', val(now)) } : {}),
      ...(extra.opinion !== undefined ? { review_opinion: extra.opinion } : {}),
    }))
    .where('id', '=', id)
    .where('deleted', '=', false)
    .where('state', 'in', [...from])
    .$if(version !== undefined, (q) => q.where('version', '=', version!))
    .returning(['code', 'state', 'version'])
    .executeTakeFirst()
  if (!moved) throw await reasonAgainst(db, name, id, version)
  await showFiles(db, id, to === POLICY_STATE.published)
  await audit(db, call, {
    action: `policy.${name}`,
    objectType: 'policy',
    objectId: id,
    detail: { code: moved.code, state: to, ...(extra.opinion ? { opinion: extra.opinion } : {}) },
  })
  return { state: moved.state, version: moved.version }
}

async function reasonAgainst(db: Tx, name: Move, id: number, version: number | undefined) {
  const row = await db
    .selectFrom('policy')
    .select(['state', 'version'])
    .where('id', '=', id)
    .where('deleted', '=', false)
    .executeTakeFirst()
  if (!row) return notFound('该政策不存在或已被删除')
  if (version !== undefined && row.version !== version) return conflict()
  return refused(illegal(row.state as PolicyState, name), 'STATE')
}
