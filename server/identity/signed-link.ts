import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from '../kernel/actor.ts'
import { refused } from '../kernel/errors.ts'
import type { Config } from '../kernel/config.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { ownOrigins } from '../kernel/access/own-origins.ts'
import { openPii } from '../kernel/access/pii.ts'
import { derivedKey } from '../kernel/access/secrets.ts'
import { DEMO_CITY_PATH, SIGNED_LINK_S } from './limits.ts'
import { countUse } from './platform-use.ts'

interface Signed {
  aud: string
  user: string
  ts: number
  nonce: string
}
const signedText = (p: Signed) => [p.aud, p.user, String(p.ts), p.nonce].join('\n')
/** The signature that a receiver checks: HMAC-SM3, hex, over these lines, with the key of its host. */
export const linkSignature = (secret: Buffer, p: Signed): string => signatureWith(linkKey(secret, p.aud), p)
const signatureWith = (key: Buffer, p: Signed): string => createHmac('sm3', key).update(signedText(p)).digest('hex')
export const linkKey = (secret: Buffer, host: string): Buffer => derivedKey(secret, `signed-link:${host}`)
/** A pseudonym of a user for one receiver; two receivers cannot match theirs. */
const userRef = (secret: Buffer, host: string, userId: number): string =>
  createHmac('sm3', derivedKey(secret, `signed-link-user:${host}`))
    .update(String(userId))
    .digest('hex')
    .slice(0, 32)

/**
 * The address of an outside link with signed user, time and receiver (spec §6, O-03); only for hosts that the link table marks. A receiver
 * refuses it 300 s after `ts`, and a nonce that it has seen.
 */
export async function signedLink(k: Kernel, http: FastifyInstance, actor: Actor, address: string): Promise<string> {
  const url = URL.canParse(address) ? new URL(address) : null
  const isPlain = url && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password
  if (!isPlain || !(isOwnCity(k, http, url) || (await signedOrigins(k)).has(url.origin))) {
    throw refused('该地址不在可签名的外部链接名单中', 'NOT_ALLOWED')
  }
  const found = await keyOf(k, url.host)
  if (found) await countUse(k, found.platformId)
  return linkWith(k, url, userRef(k.secret, url.host, actor.userId), found).url
}

/** A sample for the receiver's operators; it names no user. */
export async function sampleLink(k: Kernel, address: string): Promise<{ url: string; text: string; sign: string }> {
  const url = new URL(address)
  return linkWith(k, url, 'test', await keyOf(k, url.host))
}

interface HeldKey {
  platformId: number
  keyId: number | null
  key: Buffer | null
}
/** The platform of a host, with the key that signs now (ADR 0771). */
async function keyOf(k: Kernel, host: string): Promise<HeldKey | undefined> {
  const row = await k.db
    .selectFrom('platform as p')
    .leftJoin('platform_key as x', (j) => j.onRef('x.platform_id', '=', 'p.id').on('x.starts_at', '<=', k.clock.now().toISOString()))
    .where('p.protocol', '=', 'signed')
    .where(sql<boolean>`${host} = any(p.hosts)`)
    .select(['p.id', 'x.id as key_id', 'x.secret'])
    .orderBy('p.id')
    .orderBy('x.starts_at', (o) => o.desc().nullsLast())
    .orderBy('x.id', 'desc')
    .executeTakeFirst()
  return row && { platformId: row.id, keyId: row.key_id, key: row.secret === null ? null : Buffer.from(openPii(k, row.secret), 'hex') }
}

function linkWith(k: Kernel, url: URL, user: string, found: HeldKey | undefined) {
  const signed = {
    aud: url.host,
    user,
    ts: Math.floor(k.clock.now().getTime() / 1000),
    nonce: randomBytes(16).toString('base64url'),
  }
  for (const [name, value] of Object.entries(signed)) url.searchParams.set(`qf_${name}`, String(value))
  url.searchParams.set('qf_exp', String(signed.ts + SIGNED_LINK_S))
  if (found?.keyId) url.searchParams.set('qf_kid', String(found.keyId))
  const sign = signatureWith(found?.key ?? linkKey(k.secret, signed.aud), signed)
  url.searchParams.set('qf_sign', sign)
  return { url: url.href, text: signedText(signed), sign }
}

/** Whether the demo stands in for the city's platform (spec §2 Header), because no other is configured. */
export const hasDemoCity = (config: Pick<Config, 'DEMO' | 'CITY_PLATFORM_URL'>): boolean => config.DEMO && !config.CITY_PLATFORM_URL

const isOwnCity = (k: Kernel, http: FastifyInstance, url: URL): boolean =>
  hasDemoCity(k.config) && url.pathname === DEMO_CITY_PATH && ownOrigins(k.config, http).includes(url.origin)

async function signedOrigins(k: Kernel): Promise<Set<string>> {
  const rows = await k.db.selectFrom('link').select('url').where('signed', '=', true).where('disabled', '=', false).execute()
  const urls = [...rows.map((row) => row.url), ...(k.config.CITY_PLATFORM_URL ? [k.config.CITY_PLATFORM_URL] : [])]
  return new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin))
}
