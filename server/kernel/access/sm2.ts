import { createHmac } from 'node:crypto'
import { sm2 } from 'sm-crypto-v2'
import { derivedKey } from './secrets.ts'

export interface Sm2Keys {
  privateKey: string
  publicKey: string
}

const ORDER = 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n

/**
 * The key pair of the password envelope, derived from the master key so that every process has the same one. Hex, public key uncompressed.
 */
export function sm2Keys(secret: Buffer): Sm2Keys {
  const wide = createHmac('sha512', derivedKey(secret, 'sm2-envelope')).update('private').digest('hex')
  const privateKey = ((BigInt(`0x${wide}`) % (ORDER - 2n)) + 1n).toString(16).padStart(64, '0')
  return { privateKey, publicKey: sm2.getPublicKeyFromPrivateKey(privateKey) }
}

/**
 * Decrypts an SM2 ciphertext (hex, C1C3C2). Returns null when it was tampered with, was made for another key, or is empty: the library
 * returns '' for a failed check and throws for a point off the curve, and neither may pass as an empty password (reliability §0.6).
 */
export function sm2Open(keys: Sm2Keys, ciphertext: string): string | null {
  if (!/^(?:[0-9a-f]{2}){97,2000}$/i.test(ciphertext)) return null
  try {
    return sm2.doDecrypt(ciphertext, keys.privateKey, 1, { output: 'string' }) || null
  } catch {
    return null
  }
}
