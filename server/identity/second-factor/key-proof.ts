import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { KeyAnswer, KeyQuestion } from '../../../contract/security-keys.ts'
import { ownOrigins } from '../../kernel/access/own-origins.ts'
import type { Db } from '../../kernel/db/index.ts'
import { AppError, refused } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { KEY_QUESTION_MS, SECOND_STEP } from '../limits.ts'
import { succeed } from '../throttle-queries.ts'

/** Loaded at its first use, because most processes never ask a key. */
export const webauthn = () => import('@simplewebauthn/server')
export type Purpose = 'add' | 'confirm' | 'logIn'
/** Whose question it is, and the session or log-in ticket that asked it. */
export interface Asked {
  userId: number
  boundTo: string
  purpose: Purpose
}
export interface Party {
  id: string
  origins: string[]
}

/** The name to which keys are bound: browsers use keys only over https or on localhost, and never at a bare IP address. */
export function partyOf(k: Kernel, http: FastifyInstance): Party | null {
  const usable = ownOrigins(k.config, http)
    .map((origin) => new URL(origin))
    .filter(({ protocol, hostname }) => isIP(hostname.replace(/[[\]]/g, '')) === 0 && (protocol === 'https:' || hostname === 'localhost'))
  return usable[0] ? { id: usable[0].hostname, origins: usable.map(({ origin }) => origin) } : null
}

export function usableParty(k: Kernel, http: FastifyInstance): Party {
  const party = partyOf(k, http)
  if (!party) throw refused('本平台的访问地址不是 https，浏览器不允许使用安全密钥', 'KEY_UNAVAILABLE')
  return party
}

/** Keeps the question; a session or ticket has one open question per purpose. */
export async function keepQuestion(k: Kernel, { userId, boundTo, purpose }: Asked, challenge: string): Promise<void> {
  const row = { user_id: userId, challenge, expires_at: new Date(k.clock.now().getTime() + KEY_QUESTION_MS) }
  await k.db
    .insertInto('key_challenge')
    .values({ bound_to: boundTo, purpose, ...row })
    .onConflict((c) => c.columns(['bound_to', 'purpose']).doUpdateSet(row))
    .execute()
}

/** Uses up the question, so that an answer is judged once, whether it is right or wrong. */
export async function takeQuestion(k: Kernel, db: Db, { userId, boundTo, purpose }: Asked): Promise<string | null> {
  const row = await db
    .deleteFrom('key_challenge')
    .where('bound_to', '=', boundTo)
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst()
  return row && Date.parse(row.expires_at) > k.clock.now().getTime() ? row.challenge : null
}

export const keysOf = (db: Db, userId: number) =>
  db
    .selectFrom('security_key')
    .select(['id', 'name', 'credential_id', 'transports', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
export const knownTo = (keys: Awaited<ReturnType<typeof keysOf>>) =>
  keys.map(({ credential_id, transports }) => ({ id: credential_id, type: 'public-key' as const, transports }))

/** The question to the keys of a user. */
export async function askKeys(k: Kernel, party: Party, asked: Asked): Promise<KeyQuestion> {
  const keys = await keysOf(k.db, asked.userId)
  if (keys.length === 0) throw refused('没有登记安全密钥', 'STATE')
  const { generateAuthenticationOptions } = await webauthn()
  const { challenge } = await generateAuthenticationOptions({ rpID: party.id })
  await keepQuestion(k, asked, challenge)
  return { challenge, rpId: party.id, timeout: KEY_QUESTION_MS, userVerification: 'discouraged', allowCredentials: knownTo(keys) }
}

const KEY_OVER = 'KEY_OVER'

/**
 * Reverts the count of a try whose question was used or too old: one touch that was sent twice, or came late, says nothing about the key, and
 * must not lock its owner out. Throws the refusal again.
 */
export async function notCounted(k: Kernel, counter: string, error: unknown): Promise<never> {
  if (error instanceof AppError && error.code === KEY_OVER) await succeed(k.db, counter, SECOND_STEP)
  throw error
}

/**
 * Whether the answer comes from a key of this user, to the open question, at an address of this platform. The counter must have grown since
 * the last use; an equal or lower one means a copied key or a repeated answer.
 */
export async function keyFits(k: Kernel, db: Db, party: Party, asked: Asked, answer: KeyAnswer): Promise<boolean> {
  const challenge = await takeQuestion(k, db, asked)
  if (challenge === null) throw refused('这一次的核对已经用过，或已超时，请再按一次安全密钥', KEY_OVER)
  const key = await db
    .selectFrom('security_key')
    .select(['id', 'public_key', 'counter'])
    .where('user_id', '=', asked.userId)
    .where('credential_id', '=', answer.id)
    .forUpdate()
    .executeTakeFirst()
  if (!key) return false
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      credential: { id: answer.id, publicKey: new Uint8Array(Buffer.from(key.public_key, 'base64url')), counter: key.counter },
      requireUserVerification: false,
    })
    if (!verified) return false
    const used = { counter: authenticationInfo.newCounter, used_at: k.clock.now() }
    await db.updateTable('security_key').set(used).where('id', '=', key.id).execute()
    return true
  } catch (error) {
    // The library throws for every mismatch; the message names values of the answer, so it is not shown.
    k.log.warn({ userId: asked.userId, key: key.id, why: error instanceof Error ? error.message : String(error) }, 'security key refused')
    return false
  }
}
