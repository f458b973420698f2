import { randomBytes } from 'node:crypto'
import { smsMessageCodes, smsSendCodes } from '../../contract/sms/states.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { move } from '../kernel/flow.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import { delivers, send } from '../kernel/jobs/outbox.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { afterQuietHours } from '../system/index.ts'
import { handAll, isDay } from './handing.ts'
import { lockSend, type LockedSend } from './locking.ts'
import { sendFlow } from './send-flow.ts'
import { settleOpen } from './settling.ts'

const KIND = 'sms.send'
/** Milliseconds of one run, shorter than a job may last; the next run continues. */
const RUN_MS = 40_000
const RETENTION_DAYS = 400
const { planned, running, partly, done } = smsSendCodes.code
const { queued, submitted, delivered, failed, unknown, skipped } = smsMessageCodes.code

/** Schedules the start of a send for its planned time, never at night; call it in the transaction that approves the send. */
export async function askForSend(db: Db, k: Kernel, { id, plan_at }: Pick<LockedSend, 'id' | 'plan_at'>): Promise<void> {
  const from = new Date(Math.max(k.clock.now().getTime(), plan_at === null ? 0 : Date.parse(plan_at)))
  await send(db, KIND, `${KIND}:${id}:${randomBytes(6).toString('hex')}`, { id }, afterQuietHours(from))
}

/** Moves a send from planned to running when its time has come. Returns whether it is running. */
const launched = (k: Kernel, id: number): Promise<boolean> =>
  k.db.transaction().execute(async (db) => {
    const row = await lockSend(db, id).catch(() => null)
    if (row?.state === running) return true
    const due = row?.plan_at == null || Date.parse(row.plan_at) <= k.clock.now().getTime()
    if (row?.state !== planned || !due || !isDay(k)) return false
    await move(db, systemCall('sms'), sendFlow, row, {
      move: 'launch',
      version: row.version,
      bySystem: true,
      set: { begun_at: k.clock.now() },
      detail: { name: row.name },
    })
    return true
  })

/** Hands over messages piece by piece until none is left, the night begins, the budget is used up or the time of the job ends. */
export async function runSend(k: Kernel, id: number): Promise<void> {
  if (!(await launched(k, id))) return
  const end = await handAll(k, id, performance.now() + RUN_MS)
  if (end === 'empty') await endSend(k, id)
  if (end === 'time') await send(k.db, KIND, `${KIND}:${id}:${randomBytes(6).toString('hex')}`, { id })
}

async function counted(db: Db, id: number) {
  const rows = await db
    .selectFrom('sms_message')
    .where('send_id', '=', id)
    .groupBy('state')
    .select((e) => ['state', e.fn.countAll<number>().as('n')])
    .execute()
  const of = (...states: number[]) => rows.filter(({ state }) => states.includes(state)).reduce((sum, { n }) => sum + n, 0)
  return { of, success_num: of(submitted, delivered), fail_num: of(failed), unknown_num: of(unknown), skip_num: of(skipped) }
}

/** The counts of a send from its messages. */
export async function countsOf(db: Db, id: number) {
  const { of: _, ...numbers } = await counted(db, id)
  return numbers
}

/**
 * Updates the counts of a send from its messages. A running send ends when every message was handed over; a partly failed one is done when
 * the last result is known, and one that was done has failed in part when a message turns out not to be delivered: it can be sent again.
 */
export const endSend = (k: Kernel, id: number): Promise<void> =>
  k.db.transaction().execute(async (db) => {
    const row = await lockSend(db, id).catch(() => null)
    if (!row) return
    const { of, ...numbers } = await counted(db, id)
    const bad = numbers.fail_num + numbers.unknown_num > 0
    if (row.state === running && of(queued) === 0)
      await move(db, systemCall('sms'), sendFlow, row, {
        move: bad ? 'endPartly' : 'complete',
        version: row.version,
        bySystem: true,
        set: { ...numbers, ended_at: k.clock.now() },
        detail: { name: row.name },
      })
    else if (row.state === partly && !bad)
      await move(db, systemCall('sms'), sendFlow, row, { move: 'settle', version: row.version, bySystem: true, set: numbers })
    else if (row.state === done && bad)
      await move(db, systemCall('sms'), sendFlow, row, { move: 'failLate', version: row.version, bySystem: true, set: numbers })
    else await db.updateTable('sms_send').set(numbers).where('id', '=', id).execute()
  })

/** Every minute, settles messages of processes that died or without a final result, and starts or continues sends that are due. */
async function lookAfterSends(k: Kernel): Promise<void> {
  for (const id of await settleOpen(k)) await endSend(k, id)
  const open = await k.db
    .selectFrom('sms_send')
    .select('id')
    .where('state', 'in', [planned, running])
    .where('deleted', '=', false)
    .where((e) => e.or([e('plan_at', 'is', null), e('plan_at', '<=', k.clock.now().toISOString())]))
    .execute()
  for (const { id } of open) await runSend(k, id)
}

export async function forgetOldSends(k: Kernel): Promise<void> {
  const before = new Date(k.clock.now().getTime() - RETENTION_DAYS * 86_400_000).toISOString()
  await k.db.deleteFrom('sms_send').where('created_at', '<', before).where('state', 'not in', [planned, running]).execute()
}

export function joinSending(k: Kernel): void {
  delivers(k, KIND, ({ payload }) => runSend(k, (payload as { id: number }).id))
  recurring(k, { name: 'sms.send', title: '发送短信任务', cron: '* * * * *' }, () => lookAfterSends(k))
  recurring(k, { name: 'sms.keep', title: '清理过期的短信记录', cron: '37 3 * * *' }, () => forgetOldSends(k))
}
