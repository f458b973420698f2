import { alarmKinds, type AlarmKind } from '../../../contract/operations.ts'
import { shanghaiTime } from '../../../contract/shanghai.ts'
import type { Db } from '../../kernel/db/index.ts'
import { delivers, send } from '../../kernel/jobs/outbox.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { holdersOf } from '../notice-queries.ts'
import { notify } from '../notify.ts'
import { sendText } from '../send-text.ts'

/** Outbox kind of an alarm to the configured webhook. */
const WEBHOOK = 'alarm.webhook'
const TIMEOUT_MS = 5_000
const PERMISSION = 'operation:manage'

interface Alarm {
  id: number
  kind: AlarmKind
  title: string
  /** true: it is no more so */
  over: boolean
}

/** Tells those who run the platform, in the transaction of the alarm: inbox, text message at any hour, and the webhook. */
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
        atNight: true,
      })
  if (k.config.ALARM_WEBHOOK) await send(db, WEBHOOK, key, { ...messageOf(k, said), alarm: { id, kind, over } })
}

/** The form that robots of DingTalk and WeCom groups take; ours stands beside it in `alarm`. */
const messageOf = (k: Kernel, said: string) => ({
  msgtype: 'text',
  text: { content: `【${k.config.SITE_NAME}】${said}（${shanghaiTime(k.clock.now().getTime()).replace('T', ' ')}）` },
})

export function deliverAlarms(k: Kernel): void {
  delivers(k, WEBHOOK, ({ payload }) => post(k, payload))
}

/** Without the database: for the case that it is the database that does not answer. */
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
    // I-07: to the configured address and to nobody it points to.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`alarm webhook answered ${answer.status}`)
}

/** Says to a watcher outside that all of this still works; it alarms by itself when it hears nothing more. */
export async function heartbeat(k: Kernel): Promise<void> {
  const { ALARM_HEARTBEAT } = k.config
  if (!ALARM_HEARTBEAT) return
  const answer = await fetch(ALARM_HEARTBEAT, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  await answer.body?.cancel()
}
