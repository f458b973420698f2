import { sql } from 'kysely'
import { audit, systemCall } from '../kernel/audit/audit.ts'
import { invalidField } from '../kernel/errors.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** Events arrive within days of each other; afterwards the call itself holds all their information (ADR 0721). */
const EVENT_DAYS = 30
const DAY_MS = 86_400_000
const AT_ONCE = 1000

const limit = (k: Kernel): Date => new Date(k.clock.now().getTime() - EVENT_DAYS * DAY_MS)

/** Refuses an event of a call so old that its earlier events may be deleted, because the new event would count as all that happened. */
export function refuseOldEvent(k: Kernel, at: string, callBegan: string): void {
  if (new Date(at) < limit(k)) throw invalidField('at', `只接收 ${EVENT_DAYS} 天以内的事件`)
  if (new Date(callBegan) < limit(k)) throw invalidField('callId', `该通话编号已用于 ${EVENT_DAYS} 天以前的通话`)
}

async function dropOldEvents(k: Kernel): Promise<void> {
  let gone = 0
  for (;;) {
    const { rows } = await sql<{ n: number }>`with old as (
        delete from call_event e using (select x.record_id, x.event from call_event x join call_record r on r.id = x.record_id
          where r.start_time < ${limit(k)} limit ${AT_ONCE}) o where e.record_id = o.record_id and e.event = o.event returning 1)
      select count(*)::int as n from old`.execute(k.db)
    gone += rows[0]!.n
    if (rows[0]!.n < AT_ONCE) break
  }
  if (gone === 0) return
  const detail = { events: gone, days: EVENT_DAYS }
  await audit(k.db, systemCall('call.events'), { action: 'callEvent.remove', objectType: 'callEvent', objectId: null, detail })
}

export const keepEventsShort = (k: Kernel): void =>
  recurring(k, { name: 'call.events', title: '通话事件到期清除', cron: '35 3 * * *' }, () => dropOldEvents(k))
