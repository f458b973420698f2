import { tooMany } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { delivers } from '../kernel/jobs/outbox.ts'
import { openPii } from '../kernel/access/pii.ts'
import { givenPerKernel } from '../kernel/per-kernel.ts'
import { takeForCode, takeOne } from './sms-limits.ts'
import { writeToFile } from './sms-providers/file.ts'
import { postToGateway } from './sms-providers/gateway.ts'

/** Outbox kind of a text message: payload `{ userId | phone (sealed) and phoneIndex, text, always? }`; `always`: also to who has opted out. */
export const SMS = 'sms'
/**
 * Outbox kind of a code: payload `{ phone, text, until }`, both sealed, and with a log-in `userId` and `purpose`. Sent at night too, but not
 * after `until`.
 */
export const SMS_CODE = 'sms.code'
/** Given by the domain that keeps the wishes: whether the owner of a number has opted out of text messages (ADR 0460). */
export const optOut = givenPerKernel<(phone: string) => Promise<boolean>>()

/** Whether single messages and codes can be sent. Demo mode without a gateway writes them to a file. */
export const smsAvailable = (k: Kernel): boolean => k.config.SMS_GATEWAY !== undefined || k.config.DEMO

/** Delivers text messages. A message to a user goes to the account's number at the time of sending; without a number nothing is sent. */
export function deliverSms(k: Kernel): void {
  delivers(k, SMS, async ({ id, key, attempt, payload }) => {
    const { userId, phone: sealed, text, always } = payload as { userId?: number; phone?: string; text: string; always?: true }
    const phone = sealed ? openPii(k, sealed) : await numberOf(k, userId)
    if (!phone) return leaveOut(k, id, '没有登记手机号，或账号已停用')
    if (!smsAvailable(k)) return leaveOut(k, id, '平台没有开通短信')
    if (!always && (await optOut.of(k)?.(phone))) return leaveOut(k, id, '本人已退订短信')
    if (attempt === 1 && !(await mayGo(k, phone))) {
      k.log.warn({ key, userId }, 'text message left out: daily limit')
      return leaveOut(k, id, '号码或平台当日已达上限')
    }
    await hand(k, key, phone, text)
  })
  delivers(k, SMS_CODE, async ({ id, key, payload }) => {
    const { phone, text, until, ...known } = payload as { phone: string; text: string; until: string; userId?: number; purpose?: string }
    if (Date.parse(until) > k.clock.now().getTime()) await hand(k, key, openPii(k, phone), openPii(k, text))
    else {
      k.log.warn({ key }, 'code left out: too late')
      await leaveOut(k, id, '到发送时已过期')
    }
    // Number and code are not kept after sending; who asked for it, and for what, is shown to that person (我的数据).
    await k.db
      .updateTable('outbox')
      .set({ payload: JSON.stringify(known) })
      .where('id', '=', id)
      .execute()
  })
}

/** Begins the note of a message that was left out; other notes are those of failed tries. */
export const LEFT_OUT = '没有发：'
/** Keeps why a message was left out, for 告知记录. */
const leaveOut = async (k: Kernel, id: number, why: string): Promise<void> =>
  void (await k.db
    .updateTable('outbox')
    .set({ last_error: `${LEFT_OUT}${why}` })
    .where('id', '=', id)
    .execute())

async function numberOf(k: Kernel, userId: number | undefined): Promise<string | null> {
  if (userId === undefined) return null
  const user = await k.db.selectFrom('sys_user').select('mobile').where('id', '=', userId).where('enabled', '=', true).executeTakeFirst()
  return user?.mobile ? openPii(k, user.mobile) : null
}

const mayGo = async (k: Kernel, phone: string): Promise<boolean> => (await takeOne(k, phone)) === 'ok'

/** Counts one code against the budget of the day; throws when it is used up. */
export async function takeFromBudget(k: Kernel): Promise<void> {
  const wait = await takeForCode(k)
  if (wait === null) return
  k.log.error('the text messages of the day are used up')
  throw tooMany(wait, '今天的短信已发完，请明天再试')
}

async function hand(k: Kernel, serial: string, phone: string, text: string): Promise<void> {
  if (!k.config.SMS_GATEWAY) return writeToFile(k, { serial, phone, text })
  const status = await postToGateway(k, { serial, phone, text })
  if (status < 200 || status > 299) throw new Error(`SMS gateway answered ${status}`)
}
