import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { PurposeKey } from './keyring.ts'

const BLOCK = 16
/** Random blocks are taken from the system so many at a time. */
const DRAWN = 256

let drawn = Buffer.alloc(0)
let next = 0
function randomBlock(): Buffer {
  if (next === drawn.length) {
    drawn = randomBytes(DRAWN * BLOCK)
    next = 0
  }
  return drawn.subarray(next, (next += BLOCK))
}

interface RunningCipher {
  /** IV and ciphertext of SM4-CBC with PKCS#7 padding, under a fresh random IV. */
  encrypt: (text: string) => Buffer
  /** The text of an IV and ciphertext whose MAC was verified. */
  decrypt: (body: Buffer) => string
}

const running = new WeakMap<PurposeKey, RunningCipher>()

/**
 * SM4-CBC with one cipher and one decipher for all values of a key, because creating one takes ten times as long as a value does. Before
 * each text a random block is encrypted: its ciphertext, a random block as well, is what the next block is chained to, so it is the IV.
 * Decrypting begins with the IV in the same way; what comes out for it depends on the value before and is dropped.
 */
export function runningCipher(key: PurposeKey): RunningCipher {
  let found = running.get(key)
  if (!found) running.set(key, (found = started(key.key('encrypt', BLOCK))))
  return found
}

function started(key: Buffer): RunningCipher {
  const cipher = createCipheriv('sm4-cbc', key, randomBytes(BLOCK)).setAutoPadding(false)
  const decipher = createDecipheriv('sm4-cbc', key, randomBytes(BLOCK)).setAutoPadding(false)
  return {
    encrypt: (text) => {
      const length = Buffer.byteLength(text)
      const padding = BLOCK - (length % BLOCK)
      const plain = Buffer.allocUnsafe(BLOCK + length + padding).fill(padding, BLOCK + length)
      plain.set(randomBlock())
      plain.write(text, BLOCK)
      return cipher.update(plain)
    },
    decrypt: (body) => {
      // Anything but whole blocks would remain in the decipher and spoil the values after it.
      if (body.length < 2 * BLOCK || body.length % BLOCK !== 0) throw new Error('sealed value was changed')
      const plain = decipher.update(body)
      const padding = plain.at(-1)!
      if (padding < 1 || padding > BLOCK) throw new Error('sealed value was changed')
      return plain.toString('utf8', BLOCK, plain.length - padding)
    },
  }
}
