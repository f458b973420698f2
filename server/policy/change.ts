import { sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { POLICY_STATE, type PolicyState } from '../../contract/policy/codes.ts'
import { audit } from '../kernel/audit.ts'
import { conflict, forbidden, notFound, refused } from '../kernel/errors.ts'
import { publish, subscribe } from '../kernel/events.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { purgePagesAfter } from '../kernel/services.ts'
import { showFiles } from './attachments.ts'
import { flow, illegal, type Move } from './flow.ts'
import { policiesChanged } from './market.ts'
import { announce } from './news.ts'
import { discardProposals } from './proposal/write.ts'

export type Tx = Transaction<Database>

const TOPIC = 'policies'
/** What other processes keep is forgotten as well; a missed message costs as long as a copy may live. */
export const hearChanges = (k: Kernel): void => {
  subscribe(k, TOPIC, () => policiesChanged(k))
  subscribe(k, 'reconnected', () => policiesChanged(k))
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

const who = (name: Move): 'notSubmitter' | 'submitter' | undefined => {
  const move = flow[name]
  return 'who' in move ? move.who : undefined
}

/** Marks that a move leaves on the row: who asked for the review, who gave it, which of the two times has served. */
function marksOf(name: Move, actor: Actor | null, now: string, opinion: string | null | undefined) {
  if (name === 'submit') return { submitted_by: actor!.userId, submitted_by_name: actor!.name, submitted_at: now }
  if (name === 'approve' || name === 'reject')
    return { reviewed_by: actor!.userId, reviewed_by_name: actor!.name, reviewed_at: now, review_opinion: opinion ?? null }
  if (name === 'takeUp' || name === 'release') return { publish_at: null }
  if (name === 'takeDown') return { publish_at: null, take_down_at: null }
  return name === 'expire' ? { take_down_at: null } : {}
}

/**
 * One move of one policy. The UPDATE itself expects the states the move may start from (the version, if the caller names one, and whose
 * review it is), so of two callers one wins; audit row in the same transaction. Throws notFound, conflict or the reason.
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
  const actor = can === null ? null : signedIn(call.actor)
  if (can !== null && !actor!.permissions.has(can)) throw forbidden()
  const now = k.clock.now().toISOString()
  const { published, scheduled } = POLICY_STATE
  const moved = await db
    .updateTable('policy')
    .set(({ eb, fn, val }) => ({
      version: eb('version', '+', 1),
      updated_at: now,
      ...(actor ? { updated_by: actor.userId } : {}),
      ...(to === 'deleted'
        ? { deleted: true }
        : {
            state:
              to === 'shelf'
                ? sql<PolicyState>`case when publish_at > ${now}::timestamptz then ${scheduled}::smallint else ${published}::smallint end`
                : to,
          }),
      ...(to === published ? { publish_time: fn.coalesce('publish_time', val(now)) } : {}),
      ...(to === 'shelf'
        ? {
            publish_time: sql<
              string | null
            >`case when publish_at > ${now}::timestamptz then publish_time else coalesce(publish_time, ${now}::timestamptz) end`,
          }
        : {}),
      ...marksOf(name, actor, now, extra.opinion),
    }))
    .where('id', '=', id)
    .where('deleted', '=', false)
    .where('state', 'in', [...from])
    .$if(version !== undefined, (q) => q.where('version', '=', version!))
    .$if(who(name) === 'submitter', (q) => q.where('submitted_by', '=', actor!.userId))
    .$if(who(name) === 'notSubmitter', (q) => q.where('submitted_by', 'is distinct from', actor!.userId))
    .returning(['code', 'state', 'version'])
    .executeTakeFirst()
  if (!moved) throw await reasonAgainst(db, name, id, version, actor)
  if (to === 'deleted') await discardProposals(db, call, id, moved.code, now)
  await showFiles(db, id, to !== 'deleted' && moved.state === published)
  await audit(db, call, {
    action: `policy.${name}`,
    objectType: 'policy',
    objectId: id,
    detail: { code: moved.code, state: to === 'deleted' ? to : moved.state, ...(extra.opinion ? { opinion: extra.opinion } : {}) },
  })
  const was = from as readonly PolicyState[]
  if (moved.state === POLICY_STATE.published) await announce(db, k, { policyId: id, what: 'published', version: moved.version })
  else if (was.includes(POLICY_STATE.published)) await announce(db, k, { policyId: id, what: 'down', version: moved.version })
  return { state: moved.state, version: moved.version }
}

async function reasonAgainst(db: Tx, name: Move, id: number, version: number | undefined, actor: Actor | null) {
  const row = await db
    .selectFrom('policy')
    .select(['state', 'version', 'submitted_by'])
    .where('id', '=', id)
    .where('deleted', '=', false)
    .executeTakeFirst()
  if (!row) return notFound('该政策不存在或已被删除')
  if (version !== undefined && row.version !== version) return conflict()
  if ((flow[name].from as readonly PolicyState[]).includes(row.state)) {
    if (who(name) === 'notSubmitter' && row.submitted_by === actor?.userId)
      return refused('不能审核自己提交的政策，请由其他同事审核', 'OWN_WORK')
    if (who(name) === 'submitter') return refused('只有提交人可以撤回', 'NOT_SUBMITTER')
  }
  return refused(illegal(row.state, name), 'STATE')
}
