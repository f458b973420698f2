/** One-time keys for what a page stores before the server has answered (ADR 0185): a chain of links, each of which gives one key. */
import { chacha20 } from '@noble/ciphers/chacha'

export const SALT_BYTES = 12
const LINK_BYTES = 32
const stream = (key: Uint8Array, nonce: Uint8Array): Uint8Array => chacha20(key, nonce, new Uint8Array(2 * LINK_BYTES))

/** The first link of the chain with this salt. */
export const firstLink = (accountKey: Uint8Array, salt: Uint8Array): Uint8Array => stream(accountKey, salt).slice(0, LINK_BYTES)

/** The key of a link, and the next link. Neither leads back to the link, nor does the next link lead to the key. */
export function follow(link: Uint8Array): { key: Uint8Array; next: Uint8Array } {
  const block = stream(link, new Uint8Array(SALT_BYTES))
  return { next: block.slice(0, LINK_BYTES), key: block.slice(LINK_BYTES) }
}
