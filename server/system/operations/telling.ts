import { alarmKinds, type AlarmKind } from '../../../contract/operations.ts'
import { shanghaiTime } from '../../../contract/shanghai.ts'
import type { Db } from '../../kernel/db/index.ts'
import { delivers, send } from '../../kernel/jobs/outbox.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { holdersOf } from '../notice-queries.ts'
import { notify } from '../notify.ts'
import { sendText } from '../send-text.ts'

/** Outbox kind of alarms for the configured webhook. */
const WEBHOOK = 'alarm.webhook'
const TIMEOUT_MS = 5_000
const PERMISSION = 'operation:manage'

interface Alarm {
  id: number
  kind: AlarmKind
  title: string
  /** true: the fault is over */
  over: boolean
}

/**
 * Announces an alarm in the transaction of the alarm: by inbox, by text message at any hour, and by the webhook. The end of a fault is not
 * sent as a text message.
 */
export async function tellAlarm(db: Db, k: Kernel, { id, kind, title, over }: Alarm): Promise<void> {
  const said = `${over ? '已恢复' : '告警'}：${title}`
  const key = `alarm:${id}:${over ? 'over' : 'open'}`
  await notify(db, k, { to: { permission: PERMISSION }, kind: 'system', title: said, link: '/work/operations', key })
  if (!over)
    for (const { id: userId } of await holdersOf(db, PERMISSION))
      await sendText(db, k, {
        to: { userId },
        template: 'alarm',
        values: { kind: alarmKinds[kind] },
        key: `${key}:${userId}`,
      })
  if (k.config.ALARM_WEBHOOK) await send(db, WEBHOOK, key, { ...messageOf(k, said), alarm: { id, kind, over } })
}

/** The format of DingTalk and WeCom robots; our own data is added in `alarm`. */
const messageOf = (k: Kernel, said: string) => ({
  msgtype: 'text',
  text: { content: `【${k.config.SITE_NAME}】${said}（${shanghaiTime(k.clock.now().getTime()).replace('T', ' ')}）` },
})

export function deliverAlarms(k: Kernel): void {
  delivers(k, WEBHOOK, ({ payload }) => post(k, payload))
}

/** Announces without the database, for the case that the database does not answer. */
export const tellDirectly = async (k: Kernel, said: string): Promise<void> => {
  if (k.config.ALARM_WEBHOOK) await post(k, messageOf(k, said))
}

async function post(k: Kernel, body: object): Promise<void> {
  const { ALARM_WEBHOOK } = k.config
  if (!ALARM_WEBHOOK) return
  const answer = await fetch(ALARM_WEBHOOK, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // I-07: no redirect, so that the data goes only to the configured address.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`alarm webhook answered ${answer.status}`)
}

/** Tells an external monitor that the platform works; the monitor alarms when the heartbeat stops. */
export async function heartbeat(k: Kernel): Promise<void> {
  const { ALARM_HEARTBEAT } = k.config
  if (!ALARM_HEARTBEAT) return
  const answer = await fetch(ALARM_HEARTBEAT, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  await answer.body?.cancel()
}
