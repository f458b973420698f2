import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Envelope, type Challenge } from '../../contract/identity.ts'
import { normalAnswer, picture, puzzle, randomAnswer, solves } from '../kernel/access/captcha.ts'
import type { Db } from '../kernel/db/index.ts'
import { refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { derivedKey } from '../kernel/access/secrets.ts'
import { sm2Keys, sm2Open } from '../kernel/access/sm2.ts'
import { CHALLENGE_MS } from './limits.ts'
import { tokenHash } from './tokens.ts'
import { perKernel } from '../kernel/per-kernel.ts'

/**
 * Each picture has a cookie of its own, named `codeId.` and the picture's number, so that two tabs that ask at the same moment do not take each
 * other's picture away (ADR 1010). Numbers begin with the time, so the last name is the newest picture.
 */
const COOKIE = 'codeId.'
/** Pictures of one browser that are valid at a time; an older one is given up. */
const PICTURES = 8
/** the calls that need the picture's letters: the log-in, and a code by text message */
const COOKIE_PATHS = ['/sys/activeUser', '/sms']

export const wrongCaptcha = () => refused('验证码错误或已过期，请重新输入', 'CAPTCHA')
export const wrongEnvelope = () => refused('登录信息已失效，请刷新页面后重试', 'ENVELOPE')

const keysOf = perKernel((k) => sm2Keys(k.secret))
const answerMac = (k: Kernel, id: string, answer: string) =>
  createHmac('sha256', derivedKey(k.secret, 'captcha'))
    .update(`${id}\n${normalAnswer(answer)}`)
    .digest('base64url')
const puzzleSecret = (k: Kernel) => derivedKey(k.secret, 'captcha-puzzle').toString('hex')

/** Names of the cookies of this browser's pictures, the newest first. */
const picturesOf = (call: Call): string[] =>
  Object.keys(call.cookies)
    .filter((name) => name.startsWith(COOKIE))
    .sort()
    .reverse()

/** Creates a picture, a puzzle and a nonce, bound to this browser by an HttpOnly cookie. One use, two minutes. */
export async function newChallenge(k: Kernel, call: Call): Promise<Challenge> {
  const now = k.clock.now()
  const id = randomBytes(16).toString('base64url')
  const nonce = randomBytes(16).toString('base64url')
  const answer = k.config.DEMO_CAPTCHA ?? randomAnswer()
  const [image, proof] = await Promise.all([picture(answer), puzzle(puzzleSecret(k))])
  await k.db
    .insertInto('login_challenge')
    .values({
      id: tokenHash(id),
      nonce,
      answer: answerMac(k, id, answer),
      proof: JSON.stringify(proof),
      expires_at: new Date(now.getTime() + CHALLENGE_MS),
    })
    .execute()
  const codeId = `${now.getTime().toString(36)}-${randomBytes(6).toString('base64url')}`
  for (const path of COOKIE_PATHS) {
    call.setCookie(`${COOKIE}${codeId}`, id, { path, maxAge: CHALLENGE_MS / 1000 })
    for (const old of picturesOf(call).slice(PICTURES - 1)) call.setCookie(old, '', { path, maxAge: 0 })
  }
  return {
    codeId,
    image,
    expireSeconds: CHALLENGE_MS / 1000,
    publicKey: keysOf(k).publicKey,
    nonce,
    serverTime: now.getTime(),
    puzzle: { ...proof },
  }
}

/** The answer to a picture; without `codeId`, as the specification has the log-in, to the browser's newest. */
export interface Answered {
  verifiCode: string
  codeId?: string | undefined
}
/**
 * Consumes the picture, whether the answer is right or wrong, and returns its nonce. Throws when it is not this browser's, or neither the letters nor
 * the puzzle's solution fit.
 */
export async function useChallenge(k: Kernel, call: Call, { verifiCode, codeId }: Answered): Promise<string> {
  const name = codeId === undefined ? picturesOf(call)[0] : `${COOKIE}${codeId}`
  const id = name && call.cookies[name]
  if (!id || id.length > 64) throw wrongCaptcha()
  const row = await k.db.deleteFrom('login_challenge').where('id', '=', tokenHash(id)).returningAll().executeTakeFirst()
  if (!row || Date.parse(row.expires_at) <= k.clock.now().getTime()) throw wrongCaptcha()
  const fits =
    verifiCode.length > 16
      ? await solves(JSON.parse(row.proof) as Parameters<typeof solves>[0], verifiCode, puzzleSecret(k))
      : same(answerMac(k, id, verifiCode), row.answer)
  if (!fits) throw wrongCaptcha()
  return row.nonce
}

/** Consumes nonces that were issued for a password change. False when one is unknown, used or expired. */
export async function useNonces(db: Db, nonces: readonly string[], now: Date): Promise<boolean> {
  const wanted = [...new Set(nonces)]
  const gone = await db.deleteFrom('login_challenge').where('nonce', 'in', wanted).returning('expires_at').execute()
  return gone.length === wanted.length && gone.every((row) => Date.parse(row.expires_at) > now.getTime())
}

/** Opens an SM2 envelope: the password and its nonce. Throws when it was tampered with, is not an envelope, or is older than 120 s. */
export function openEnvelope(k: Kernel, sealed: string): { pwd: string; nonce: string } {
  const opened = parsed(sm2Open(keysOf(k), sealed))
  if (!opened || Math.abs(k.clock.now().getTime() - opened.ts) > CHALLENGE_MS) throw wrongEnvelope()
  return opened
}

function parsed(text: string | null) {
  if (text === null) return null
  try {
    return Envelope.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const same = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
