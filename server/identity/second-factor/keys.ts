import type { KeyAnswer, KeyQuestion, NewKeyAnswer, NewKeyQuestion } from '../../../contract/security-keys.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { notFound, refused, sessionDead } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { KEY_QUESTION_MS, KEYS_MAX } from '../limits.ts'
import {
  askKeys,
  keepQuestion,
  keyFits,
  keysOf,
  knownTo,
  takeQuestion,
  webauthn,
  type Asked,
  type Party,
  type Purpose,
} from './key-proof.ts'
import { proven } from './own.ts'
import { factorOf } from './proof.ts'

/** EdDSA, ECDSA with P-256, RSA: what keys in use today offer. */
const ALGORITHMS = [-8, -7, -257]
const askedBy = ({ userId, sessionId }: Actor, purpose: Purpose): Asked => ({ userId, boundTo: sessionId, purpose })
const isReady = async (db: Db, userId: number) => (await factorOf(db, userId)) !== undefined
const full = () => refused(`最多登记 ${KEYS_MAX} 个安全密钥`, 'STATE')
const notReady = () => refused('请先开启动态验证码，再登记安全密钥', 'STATE')

/** A user's own security keys (/work/account). */
export async function ownKeys(k: Kernel, actor: Actor, party: Party | null) {
  const keys = await keysOf(k.db, actor.userId)
  return {
    available: party !== null,
    ready: await isReady(k.db, actor.userId),
    list: keys.map((key) => ({ id: key.id, name: key.name, createTime: key.created_at, useTime: key.used_at })),
  }
}

/** Asks a new key. An authenticator app must be bound first: it is the way in when the key is lost, or where the address has no https. */
export async function askNewKey(k: Kernel, actor: Actor, party: Party): Promise<NewKeyQuestion> {
  const user = await k.db.selectFrom('sys_user').select('user_name').where('id', '=', actor.userId).executeTakeFirst()
  if (!user) throw sessionDead()
  if (!(await isReady(k.db, actor.userId))) throw notReady()
  const keys = await keysOf(k.db, actor.userId)
  if (keys.length >= KEYS_MAX) throw full()
  const { generateRegistrationOptions } = await webauthn()
  const {
    challenge,
    rp,
    user: owner,
  } = await generateRegistrationOptions({
    rpName: k.config.SITE_NAME,
    rpID: party.id,
    userName: user.user_name,
    userID: new TextEncoder().encode(String(actor.userId)),
    supportedAlgorithmIDs: ALGORITHMS,
  })
  await keepQuestion(k, askedBy(actor, 'add'), challenge)
  return {
    challenge,
    rp: { id: party.id, name: rp.name },
    user: owner,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: KEY_QUESTION_MS,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
    excludeCredentials: knownTo(keys),
  }
}

type Tell = (db: Db, key: { id: number; name: string }) => Promise<unknown>

/** Stores the public key of a new key. `tell` notifies the owner in the same transaction. */
export async function addKey(
  k: Kernel,
  call: Call,
  actor: Actor,
  party: Party,
  { name, answer }: { name: string; answer: NewKeyAnswer },
  tell: Tell,
): Promise<{ id: number }> {
  const challenge = await takeQuestion(k, k.db, askedBy(actor, 'add'))
  if (challenge === null) throw refused('登记已超时，请重新开始', 'KEY_OVER')
  const { verifyRegistrationResponse } = await webauthn()
  const found = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    k.log.warn({ userId: actor.userId, why: error instanceof Error ? error.message : String(error) }, 'new security key refused')
    return { verified: false as const, registrationInfo: undefined }
  })
  if (!found.verified) throw refused('安全密钥的应答没有通过核对，请重试', 'KEY_WRONG')
  const { credential } = found.registrationInfo
  return k.db.transaction().execute(async (db) => {
    // Holds the factor: it cannot be removed meanwhile, and the keys of one person are counted one after the other.
    const factor = await db
      .selectFrom('second_factor')
      .select('enabled_at')
      .where('user_id', '=', actor.userId)
      .forUpdate()
      .executeTakeFirst()
    if (!factor?.enabled_at) throw notReady()
    if ((await keysOf(db, actor.userId)).length >= KEYS_MAX) throw full()
    const key = await db
      .insertInto('security_key')
      .values({
        user_id: actor.userId,
        name,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: answer.response.transports,
        created_at: k.clock.now(),
      })
      .onConflict((c) => c.column('credential_id').doNothing())
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!key) throw refused('这个安全密钥已经登记过', 'STATE')
    await audit(db, call, { action: 'securityKey.add', objectType: 'user', objectId: actor.userId, detail: { name } })
    await tell(db, key)
    return { id: key.id }
  })
}

export const removeKey = (k: Kernel, call: Call, actor: Actor, id: number, tell: Tell): Promise<true> =>
  k.db.transaction().execute(async (db) => {
    const key = await db
      .deleteFrom('security_key')
      .where('id', '=', id)
      .where('user_id', '=', actor.userId)
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!key) throw notFound('该安全密钥不存在或已移除')
    await audit(db, call, { action: 'securityKey.remove', objectType: 'user', objectId: actor.userId, detail: { name: key.name } })
    await tell(db, key)
    return true as const
  })

export const askOwnKeys = (k: Kernel, actor: Actor, party: Party): Promise<KeyQuestion> => askKeys(k, party, askedBy(actor, 'confirm'))

/** Uses a key where a fresh code is required. */
export const confirmByKey = (k: Kernel, call: Call, actor: Actor, party: Party, answer: KeyAnswer): Promise<true> =>
  proven(
    k,
    actor,
    {
      fits: (db) => keyFits(k, db, party, askedBy(actor, 'confirm'), answer),
      wrong: () => refused('安全密钥没有通过核对，请重试', 'SECOND_WRONG'),
    },
    async (db) => {
      await audit(db, call, { action: 'securityKey.confirm', objectType: 'user', objectId: actor.userId })
      return true as const
    },
  )
