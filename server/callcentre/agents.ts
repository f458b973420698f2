import { sql } from 'kysely'
import { callbackCodes, agentCodes, callCodes, type AgentState } from '../../contract/callcentre/states.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { dayStart } from '../kernel/lists/day-range.ts'
import { push } from '../kernel/push/push.ts'
import { isPresent } from './presence.ts'
import { seenBy } from './queries.ts'
import { rowsShown } from './reading.ts'

const { offline, free, talking, sorting } = agentCodes.code
/** A call that seems to ring longer has lost its end event. */
const RINGS_MS = 600_000
const shown = (agent: { state: AgentState; extension: string | null; since: string } | undefined) => ({
  state: agent?.state ?? offline,
  stateName: agentCodes.labels[agent?.state ?? offline],
  extension: agent?.extension ?? null,
  since: agent?.since ?? null,
})

/** The working agent who uses this extension; null when there is none. */
export async function agentAt(k: Kernel, db: Db, extension: string): Promise<number | null> {
  const agent = await db
    .selectFrom('call_agent')
    .select('user_id')
    .where('extension', '=', extension)
    .where(isPresent(k))
    .executeTakeFirst()
  return agent?.user_id ?? null
}

/** The telephone events set the agent's state: talking, then follow-up work. An agent who is offline stays offline. */
export async function occupy(k: Kernel, db: Db, userId: number, state: AgentState): Promise<void> {
  await db
    .updateTable('call_agent')
    .set({ state, since: k.clock.now() })
    .where('user_id', '=', userId)
    .where('state', '<>', state)
    .where(isPresent(k))
    .execute()
}

/** After the last open call the agent is available again, unless they chose 示忙 in the meantime. */
export async function freeAgain(k: Kernel, db: Db, userId: number): Promise<void> {
  const open = await db
    .selectFrom('call_record')
    .select('id')
    .where('agent_id', '=', userId)
    .where('state', 'in', [callCodes.code.talking, callCodes.code.sorting])
    .where('deleted', '=', false)
    .limit(1)
    .executeTakeFirst()
  if (open) return
  await db
    .updateTable('call_agent')
    .set({ state: free, since: k.clock.now() })
    .where('user_id', '=', userId)
    .where('state', 'in', [talking, sorting])
    .where(isPresent(k))
    .execute()
}

/** The row of an agent with the state that counts now. */
async function agentOf(k: Kernel, db: Db, userId: number) {
  const row = await db
    .selectFrom('call_agent')
    .selectAll()
    .select(isPresent(k).as('present'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && { ...row, state: row.present ? row.state : offline }
}

/** Sets 示闲, 示忙 or 离线. The extension of another working agent is refused. */
export async function setAgentState(k: Kernel, call: Call, asked: { state: AgentState; extension?: string | undefined }) {
  const { userId } = signedIn(call.actor)
  return k.db.transaction().execute(async (db) => {
    await db.selectFrom('call_agent').select('user_id').where('user_id', '=', userId).forUpdate().execute()
    const before = await agentOf(k, db, userId)
    if (before?.state === talking && asked.state === offline) throw refused('通话中不能离线', 'STATE')
    const extension = asked.extension ?? before?.extension ?? null
    if (extension !== null && asked.state !== offline) await takeExtension(k, db, userId, extension)
    const agent = { state: asked.state, extension, since: k.clock.now() }
    const row = await db
      .insertInto('call_agent')
      .values({ user_id: userId, ...agent })
      .onConflict((c) => c.column('user_id').doUpdateSet(agent))
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(db, call, { action: 'callAgent.change', objectType: 'callAgent', objectId: userId, detail: { ...asked } })
    await push(db, { name: 'queue' }, { can: 'call:read' })
    return shown(row)
  })
}

async function takeExtension(k: Kernel, db: Db, userId: number, extension: string): Promise<void> {
  const held = await db
    .selectFrom('call_agent')
    .select('user_id')
    .where('extension', '=', extension)
    .where('user_id', '<>', userId)
    .forUpdate()
    .executeTakeFirst()
  // Read after the lock, which waits for an agent who is just returning.
  const other = held && (await agentOf(k, db, held.user_id))
  if (other?.extension !== extension) return
  if (other.state !== offline) {
    const { name } = await db.selectFrom('sys_user').select('name').where('id', '=', other.user_id).executeTakeFirstOrThrow()
    throw invalidField('extension', `分机 ${extension} 正由${name}使用`)
  }
  await db.updateTable('call_agent').set({ extension: null, state: offline }).where('user_id', '=', other.user_id).execute()
}

/** The agent's own state, and the calls that ring, run or wait for registration. */
export async function myDesk(k: Kernel, call: Call) {
  const actor = signedIn(call.actor)
  const agent = await agentOf(k, k.db, actor.userId)
  const rangSince = new Date(k.clock.now().getTime() - RINGS_MS).toISOString()
  const open = await rowsShown(
    k,
    actor,
    seenBy(k.db, actor)
      .where('r.agent_id', '=', actor.userId)
      .where((e) =>
        e.or([
          e('r.state', 'in', [callCodes.code.talking, callCodes.code.sorting]),
          e.and([e('r.state', '=', callCodes.code.ringing), e('r.start_time', '>', rangSince)]),
        ]),
      )
      .orderBy('r.state')
      .orderBy('r.id', 'desc')
      .limit(20),
  )
  return { ...shown(agent), simulator: k.config.DEMO, open }
}

/** The working agents with their states, and the number of waiting callers. */
export async function agentBoard(k: Kernel) {
  const now = k.clock.now().toISOString()
  const agents = await k.db
    .selectFrom('call_agent as a')
    .innerJoin('sys_user as u', 'u.id', 'a.user_id')
    .where('u.enabled', '=', true)
    .select(['a.user_id', 'a.extension', 'a.since', 'u.name'])
    .select(sql<AgentState>`case when ${isPresent(k, 'a')} then a.state else ${offline} end`.as('state'))
    .select((e) =>
      e
        .selectFrom('call_record as r')
        .whereRef('r.agent_id', '=', 'a.user_id')
        .where('r.deleted', '=', false)
        .where('r.start_time', '>=', dayStart(today(k.clock)))
        .select((x) => x.fn.countAll<number>().as('n'))
        .as('today'),
    )
    .orderBy('a.user_id')
    .execute()
  const open = await k.db
    .selectFrom('call_callback')
    .where('state', 'in', [callbackCodes.code.waiting, callbackCodes.code.taken])
    .select((e) => [e.fn.countAll<number>().as('waiting'), e.fn.countAll<number>().filterWhere('due_at', '<', now).as('overdue')])
    .executeTakeFirstOrThrow()
  return { ...open, agents: agents.map((agent) => ({ ...shown(agent), id: agent.user_id, name: agent.name, today: agent.today ?? 0 })) }
}
