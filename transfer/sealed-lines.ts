import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { PassThrough, Transform, type Readable, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Compresses, encrypts (AES-256-GCM: iv, text, tag) and writes; the file is on disk when it resolves. Returns size and SHA-256 of the clear
 * content.
 */
export async function writeSealed(path: string, key: Buffer, content: Readable): Promise<{ size: number; sha256: string }> {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const hash = createHash('sha256')
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  let begun = false
  const framed = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      done(null, begun ? chunk : Buffer.concat([iv, chunk]))
      begun = true
    },
    flush(done) {
      this.push(begun ? cipher.getAuthTag() : Buffer.concat([iv, cipher.getAuthTag()]))
      done()
    },
  })
  await pipeline(content, counted, createGzip(), cipher, framed, createWriteStream(path, { mode: 0o600, flush: true }))
  return { size, sha256: hash.digest('hex') }
}

/** The clear content of a sealed file; the stream fails if any byte was changed. */
export async function readSealed(path: string, key: Buffer): Promise<Readable> {
  const { size } = await stat(path)
  if (size < IV_BYTES + TAG_BYTES) throw new Error('sealed file is too short')
  const file = await open(path, 'r')
  const iv = Buffer.alloc(IV_BYTES),
    tag = Buffer.alloc(TAG_BYTES)
  await file.read(iv, 0, IV_BYTES, 0)
  await file.read(tag, 0, TAG_BYTES, size - TAG_BYTES)
  await file.close()
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAuthTag(tag)
  const clear = new PassThrough()
  pipeline(createReadStream(path, { start: IV_BYTES, end: size - TAG_BYTES - 1 }), decipher, createGunzip(), clear).catch(() => {})
  return clear
}
