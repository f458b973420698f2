import { createHash, hash, type Hash } from 'node:crypto'
import type { Kernel } from '../kernel.ts'
import { derivedKey } from './secrets.ts'

type Holder = Pick<Kernel, 'secret' | 'previousSecrets'>
export interface PurposeKey {
  id: string
  key: (use: string, bytes?: number) => Buffer
}

const rings = new WeakMap<Buffer, Map<string, PurposeKey>>()

function keyOf(secret: Buffer, purpose: string): PurposeKey {
  let ring = rings.get(secret)
  if (!ring) rings.set(secret, (ring = new Map()))
  let found = ring.get(purpose)
  if (!found) {
    const made = new Map<string, Buffer>()
    found = {
      id: createHash('sm3')
        .update(derivedKey(secret, `${purpose}:id`))
        .digest('hex')
        .slice(0, 8),
      key: (use, bytes = 32) => {
        const name = `${use}:${bytes}`
        let key = made.get(name)
        if (!key) made.set(name, (key = derivedKey(secret, `${purpose}:${use}`, bytes)))
        return key
      },
    }
    ring.set(purpose, found)
  }
  return found
}

/** The key of a purpose under the present master key. `id` is its fingerprint and is stored beside what it protects. */
export const currentKey = (k: Holder, purpose: string): PurposeKey => keyOf(k.secret, purpose)

/** The present key first, then the keys of SECRET_KEY_PREVIOUS. Values under an earlier key stay readable until they are rotated. */
export const allKeys = (k: Holder, purpose: string): PurposeKey[] =>
  [k.secret, ...(k.previousSecrets ?? [])].map((secret) => keyOf(secret, purpose))

/** The key with this fingerprint. Throws when no configured master key derives it. */
export function keyById(k: Holder, purpose: string, id: string): PurposeKey {
  const found = allKeys(k, purpose).find((key) => key.id === id)
  if (!found) throw new Error(`no key ${id} for ${purpose}: is SECRET_KEY_PREVIOUS set?`)
  return found
}

/** HMAC-SM3 as hex (GB/T 32905). */
export const hmacSm3 = (key: Buffer, text: string | Buffer): string => macSm3(key, text).toString('hex')

const HASH_BLOCK = 64
const DIGEST = 32
const padded = new WeakMap<Buffer, { inner: Hash; outer: Buffer }>()

/**
 * HMAC-SM3 over the parts, one after the other. The hash that has read the padded key is kept with the key and copied, and the outer hash
 * is one call over a kept buffer, because creating an HMAC takes four times as long. A key must not be changed after its first use.
 */
export function macSm3(key: Buffer, ...parts: readonly (string | Buffer)[]): Buffer {
  let kept = padded.get(key)
  if (!kept) {
    const outer = Buffer.concat([masked(key, 0x5c), Buffer.alloc(DIGEST)])
    padded.set(key, (kept = { inner: createHash('sm3').update(masked(key, 0x36)), outer }))
  }
  const inner = kept.inner.copy()
  for (const part of parts) inner.update(part)
  inner.digest().copy(kept.outer, HASH_BLOCK)
  return hash('sm3', kept.outer, 'buffer')
}

function masked(key: Buffer, mask: number): Buffer {
  const block = Buffer.alloc(HASH_BLOCK)
  block.set(key.length > HASH_BLOCK ? createHash('sm3').update(key).digest() : key)
  return Buffer.from(block.map((byte) => byte ^ mask))
}
