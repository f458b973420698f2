import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kernel } from '../kernel/kernel.ts'
import { take } from '../kernel/limits.ts'
import { delivers } from '../kernel/outbox.ts'
import { openPii } from '../kernel/pii.ts'

/** Outbox kind of a text message: payload `{ userId, text }`. */
export const SMS = 'sms'
/** reliability M-01: at most ten a day to one number */
const PER_PHONE = { name: 'sms-phone', points: 10, seconds: 86_400 }
const TIMEOUT_MS = 5000

/** Demo mode writes messages to a file, so that the way can be seen without a provider. */
export const smsAvailable = (k: Kernel): boolean => k.config.SMS_GATEWAY !== undefined || k.config.DEMO

/** Text messages go to the number of the account as it is at the time of sending; who has none any more gets none. */
export function deliverSms(k: Kernel): void {
  delivers(k, SMS, async ({ key, attempt, payload }) => {
    const { userId, text } = payload as { userId: number; text: string }
    const user = await k.db.selectFrom('sys_user').select('mobile').where('id', '=', userId).where('enabled', '=', true).executeTakeFirst()
    if (!user?.mobile || !smsAvailable(k)) return
    const phone = openPii(k, user.mobile)
    if (attempt === 1 && !(await take(k, PER_PHONE, phone)).allowed) {
      k.log.warn({ key, userId }, 'text message left out: daily limit of the number')
      return
    }
    await hand(k, key, phone, text)
  })
}

async function hand(k: Kernel, key: string, phone: string, text: string): Promise<void> {
  const { SMS_GATEWAY, SMS_TOKEN, DATA_DIR } = k.config
  if (!SMS_GATEWAY) {
    await appendFile(join(DATA_DIR, 'sms.jsonl'), `${JSON.stringify({ at: k.clock.now().toISOString(), key, phone, text })}\n`, {
      mode: 0o600,
    })
    return
  }
  const answer = await fetch(SMS_GATEWAY, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(SMS_TOKEN ? { authorization: `Bearer ${SMS_TOKEN}` } : {}),
    },
    body: JSON.stringify({ phone, text }),
    // I-07: a number goes to the configured gateway and to nobody it points to.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`SMS gateway answered ${answer.status}`)
}
