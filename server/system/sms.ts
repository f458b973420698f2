import { today } from '../kernel/clock.ts'
import { tooMany } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { take } from '../kernel/http/limits.ts'
import { delivers } from '../kernel/jobs/outbox.ts'
import { openPii } from '../kernel/access/pii.ts'
import { writeToFile } from './sms-providers/file.ts'
import { postToGateway } from './sms-providers/gateway.ts'

/** Outbox kind of a text message: payload `{ userId | phone (sealed), text }`. */
export const SMS = 'sms'
/** Outbox kind of a code: payload `{ phone, text, until }`, both sealed; it knows no night and is worthless after `until`. */
export const SMS_CODE = 'sms.code'
/** reliability M-01: at most ten a day to one number */
const PER_PHONE = { name: 'sms-phone', points: 10, seconds: 86_400 }

/** Demo mode writes messages to a file, so that the way can be seen without a provider. */
export const smsAvailable = (k: Kernel): boolean => k.config.SMS_GATEWAY !== undefined || k.config.DEMO

/** Text messages go to the number of the account as it is at the time of sending; who has none any more gets none. */
export function deliverSms(k: Kernel): void {
  delivers(k, SMS, async ({ key, attempt, payload }) => {
    const { userId, phone: sealed, text } = payload as { userId?: number; phone?: string; text: string }
    const phone = sealed ? openPii(k, sealed) : await numberOf(k, userId)
    if (!phone || !smsAvailable(k)) return
    if (attempt === 1 && !(await mayGo(k, phone))) {
      k.log.warn({ key, userId }, 'text message left out: daily limit')
      return
    }
    await hand(k, key, phone, text)
  })
  delivers(k, SMS_CODE, async ({ id, key, payload }) => {
    const { phone, text, until } = payload as { phone: string; text: string; until: string }
    if (Date.parse(until) > k.clock.now().getTime()) await hand(k, key, openPii(k, phone), openPii(k, text))
    else k.log.warn({ key }, 'code left out: too late')
    // Neither number nor digits stay with us once they are on their way.
    await k.db.updateTable('outbox').set({ payload: '{}' }).where('id', '=', id).execute()
  })
}

async function numberOf(k: Kernel, userId: number | undefined): Promise<string | null> {
  if (userId === undefined) return null
  const user = await k.db.selectFrom('sys_user').select('mobile').where('id', '=', userId).where('enabled', '=', true).executeTakeFirst()
  return user?.mobile ? openPii(k, user.mobile) : null
}

const budget = (k: Kernel) => ({ name: 'sms-budget', points: k.config.SMS_DAILY, seconds: 86_400 })
/** Whether one more message may go to this number and out of the budgets of day and month. Outside any transaction. */
export async function takeOne(k: Kernel, phone: string): Promise<'ok' | 'number' | 'budget'> {
  if (!(await take(k, PER_PHONE, phone)).allowed) return 'number'
  return (await take(k, budget(k), today(k.clock))).allowed && (await take(k, monthly(k), today(k.clock).slice(0, 7))).allowed
    ? 'ok'
    : 'budget'
}
const monthly = (k: Kernel) => ({ name: 'sms-month', points: k.config.SMS_MONTHLY, seconds: 31 * 86_400 })
const mayGo = async (k: Kernel, phone: string): Promise<boolean> => (await takeOne(k, phone)) === 'ok'

/** One message of the day's; refuses when they are used up. */
export async function takeFromBudget(k: Kernel): Promise<void> {
  const { allowed, retryAfter } = await take(k, budget(k), today(k.clock))
  if (allowed) return
  k.log.error('the text messages of the day are used up (SMS_DAILY)')
  throw tooMany(retryAfter, '今天的短信已发完，请明天再试')
}

async function hand(k: Kernel, serial: string, phone: string, text: string): Promise<void> {
  if (!k.config.SMS_GATEWAY) return writeToFile(k, { serial, phone, text })
  const status = await postToGateway(k, { serial, phone, text })
  if (status < 200 || status > 299) throw new Error(`SMS gateway answered ${status}`)
}
