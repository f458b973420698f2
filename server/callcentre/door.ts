import { createHmac, timingSafeEqual } from 'node:crypto'
import { CALL_CLOCK_SECONDS } from '../../contract/callcentre/states.ts'
import { derivedKey } from '../kernel/access/secrets.ts'
import { AppError } from '../kernel/errors.ts'
import { take } from '../kernel/http/limits.ts'
import type { Kernel } from '../kernel/kernel.ts'

export const TIMESTAMP = 'x-call-timestamp'
export const SIGNATURE = 'x-call-signature'
/** A signature is accepted once; it is remembered for longer than its time stamp is valid. */
const ONCE = { name: 'call-event', points: 1, seconds: 3 * CALL_CLOCK_SECONDS }

const refused = (message: string) => new AppError(400, 'SIGNATURE', message)
/** In demo mode the simulator uses a derived secret. */
const secretOf = (k: Kernel): string | null =>
  k.config.CALL_GATEWAY_SECRET ?? (k.config.DEMO ? derivedKey(k.secret, 'call-gateway').toString('hex') : null)

const signatureOf = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

/** The headers that the telephone system sends; for the simulator and for tests. */
export function signed(k: Kernel, body: string, timestamp = String(Math.floor(k.clock.now().getTime() / 1000))) {
  const secret = secretOf(k)
  if (secret === null) throw refused('本平台尚未接入电话系统')
  return { [TIMESTAMP]: timestamp, [SIGNATURE]: signatureOf(secret, timestamp, body) }
}

/** Throws 400 unless the body was signed with our secret just now and not sent before (ADR 0501). */
export async function proveSender(k: Kernel, { timestamp, signature, body }: { timestamp: string; signature: string; body: string }) {
  const secret = secretOf(k)
  if (secret === null) throw refused('本平台尚未接入电话系统')
  const right = Buffer.from(signatureOf(secret, timestamp, body))
  const given = Buffer.from(signature.toLowerCase())
  if (!/^\d{10}$/.test(timestamp) || given.length !== right.length || !timingSafeEqual(given, right)) throw refused('签名不正确')
  if (Math.abs(k.clock.now().getTime() / 1000 - Number(timestamp)) > CALL_CLOCK_SECONDS)
    throw refused(`时间戳与本平台相差超过 ${CALL_CLOCK_SECONDS} 秒`)
  if (!(await take(k, ONCE, signature.toLowerCase())).allowed) throw refused('该请求已经处理过')
}
