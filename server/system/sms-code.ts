import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { codePurposes, SMS_CODE_MINUTES, wrongCode, type sms } from '../../contract/sms.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { SmsLimits } from '../../contract/sms/limits.ts'
import { useChallenge } from '../identity/index.ts'
import { callerOf } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField, refused, tooMany } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { currentKey, hmacSm3 } from '../kernel/access/keyring.ts'
import { peek, sourceOf, take, type Limit } from '../kernel/http/limits.ts'
import { send } from '../kernel/jobs/outbox.ts'
import { sealPii } from '../kernel/access/pii.ts'
import { smsLimits } from './sms-limits.ts'
import { smsAvailable, SMS_CODE, takeFromBudget } from './sms.ts'
import { textOf } from './text-templates.ts'

const BROWSER_COOKIE = 'smsId'
const VALID_MS = SMS_CODE_MINUTES * 60_000
const TRIES = 5
/** M-01; a security officer may make them stricter. Parallel requests meet the first limit: of fifty, one message is sent. */
const perNumber = ({ codeHour, codeDay }: SmsLimits): readonly Limit[] => [
  { name: 'code-number-minute', points: 1, seconds: 60 },
  { name: 'code-number-hour', points: codeHour, seconds: 3600 },
  { name: 'code-number-day', points: codeDay, seconds: 86_400 },
]

export interface CodeFor {
  phone: string
  /** the purpose, as the contract or a use case names it */
  purpose: string
}

/** POST /sms/sendVerificationCode: checks the captcha, then the limits, then sends the code. */
export async function sendVerificationCode(k: Kernel, call: Call, input: Parsed<typeof sms.sendVerificationCode>['body']): Promise<true> {
  const { title, signedIn } = codePurposes[input.purpose]
  if (signedIn && !(await callerOf(k, call))) throw refused('请登录后再获取验证码')
  if (!smsAvailable(k)) throw unavailable()
  if (input.verifiCode === '') throw invalidField('verifiCode', '请输入图形验证码')
  await useChallenge(k, call, input)
  await issueCode(k, call, { phone: input.phone, purpose: input.purpose }, title)
  return true
}

const unavailable = () => refused('本平台尚未开通短信，暂时不能获取验证码')

/**
 * Sends a six-digit code, valid for five minutes and one use, for this purpose and session only (M-01, M-02). It replaces an earlier code.
 * `title` names the purpose in the message. Not inside a transaction, so that the limits stay counted.
 */
export async function issueCode(k: Kernel, call: Call, { phone, purpose }: CodeFor, title: string): Promise<void> {
  if (!smsAvailable(k)) throw unavailable()
  const limits = await smsLimits(k)
  const others: (readonly [Limit, string])[] = [[{ name: 'code-source', points: limits.codeSource, seconds: 3600 }, sourceOf(call.ip)]]
  if (call.actor) others.push([{ name: 'code-account', points: limits.codeAccount, seconds: 86_400 }, String(call.actor.userId)])
  // Checked first, so that a caller who exceeds their own limits does not use up those of another person's number.
  for (const [limit, subject] of others) {
    const { remaining, retryAfter } = await peek(k, limit, subject)
    if (remaining === 0) throw wait(retryAfter)
  }
  for (const [limit, subject] of [...perNumber(limits).map((limit) => [limit, phone] as const), ...others]) {
    const { allowed, retryAfter } = await take(k, limit, subject)
    if (!allowed) throw wait(retryAfter)
  }
  await takeFromBudget(k)
  const key = keyOf(k, bearerOf(call) ?? newBrowser(call), purpose, phone)
  const digits = String(randomInt(1_000_000)).padStart(6, '0')
  const row = { code: macOf(k, key, digits), tries: 0, expires_at: new Date(k.clock.now().getTime() + VALID_MS) }
  const text = textOf(k, 'code', { code: digits, purpose: title, minutes: SMS_CODE_MINUTES })
  await k.db.transaction().execute(async (db) => {
    await db
      .insertInto('sms_code')
      .values({ key, ...row })
      .onConflict((c) => c.column('key').doUpdateSet(row))
      .execute()
    await send(db, SMS_CODE, `sms:code:${randomBytes(12).toString('hex')}`, {
      phone: sealPii(k, phone),
      text: sealPii(k, text),
      until: row.expires_at.toISOString(),
      ...(call.actor ? { userId: call.actor.userId, purpose: title } : {}),
    })
  })
}

/**
 * Uses up a code that was sent to this number for this purpose in this session. Throws at `field` when it is wrong, used, expired, or was
 * tried five times. `proved` is written together with the use of the code, so whoever finds the code used finds that too. Not inside a
 * transaction, so that a wrong try stays counted.
 */
export async function checkCode(
  k: Kernel,
  call: Call,
  { phone, purpose }: CodeFor,
  code: string,
  field = 'code',
  proved?: (db: Db) => Promise<unknown>,
): Promise<void> {
  const bearer = bearerOf(call)
  const key = bearer === null ? '' : keyOf(k, bearer, purpose, phone)
  const message = await k.db.transaction().execute(async (db): Promise<string | null> => {
    const row = await db
      .updateTable('sms_code')
      .set((e) => ({ tries: e('tries', '+', 1) }))
      .where('key', '=', key)
      .where('tries', '<', TRIES)
      .where('expires_at', '>', k.clock.now().toISOString())
      .returning('code')
      .executeTakeFirst()
    // The key names the session, so this tells nobody what another person was sent.
    if (!row) return (await sentTo(db, key)) ? '验证码已失效，请重新获取' : '请先获取这个手机号的验证码'
    if (!timingSafeEqual(Buffer.from(row.code), Buffer.from(macOf(k, key, code)))) return wrongCode
    await db.updateTable('sms_code').set({ tries: TRIES }).where('key', '=', key).execute()
    await proved?.(db)
    return null
  })
  if (message !== null) throw invalidField(field, message)
}

/** Whether this session got a code at this number; a used or expired one is kept until it is swept. */
const sentTo = async (db: Db, key: string): Promise<boolean> =>
  (await db.selectFrom('sms_code').select('key').where('key', '=', key).executeTakeFirst()) !== undefined

/** Deletes expired codes. */
export const forgetCodes = async (k: Kernel): Promise<void> =>
  void (await k.db.deleteFrom('sms_code').where('expires_at', '<=', k.clock.now().toISOString()).execute())

const wait = (seconds: number) => tooMany(seconds, `验证码获取过于频繁，请 ${seconds} 秒后再试`)

/** The session of the caller, or the browser cookie of a caller who is not logged in. */
function bearerOf(call: Call): string | null {
  if (call.actor) return `session:${call.actor.sessionId}`
  const browser = call.cookies[BROWSER_COOKIE]
  return browser && browser.length <= 64 ? `browser:${browser}` : null
}

function newBrowser(call: Call): string {
  const browser = randomBytes(16).toString('base64url')
  call.setCookie(BROWSER_COOKIE, browser, { path: '/', maxAge: VALID_MS / 1000 })
  return `browser:${browser}`
}

const keyOf = (k: Kernel, bearer: string, purpose: string, phone: string) =>
  hmacSm3(currentKey(k, 'sms-code').key('bound'), `${purpose}\n${bearer}\n${phone}`)
const macOf = (k: Kernel, key: string, digits: string) => hmacSm3(currentKey(k, 'sms-code').key('digits'), `${key}\n${digits}`)
