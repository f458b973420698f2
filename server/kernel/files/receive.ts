import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fill, messages } from '../../../contract/messages.ts'
import { AppError, invalidField } from '../errors.ts'
import type { Call } from '../kernel.ts'
import { exceeds, namedKind, tooLarge, type FileKind } from './kinds.ts'

export interface Received {
  name: string
  kind: FileKind
  sha256: string
  size: number
  /** the text parts */
  fields: Record<string, string>
}

/**
 * Streams the one `file` of a multipart call to `path`. Refuses a second file, an unknown field, an empty file and a suffix not among
 * `accept`. `mostMb`: the limit of a kind, where it is not that of everybody. The content is not checked here.
 */
export async function receiveFile(
  call: Call,
  path: string,
  accept?: readonly string[],
  mostMb: (kind: FileKind) => number = ({ maxMb }) => maxMb,
): Promise<Received> {
  if (!call.parts) throw new AppError(415, 'UNSUPPORTED_TYPE', '请求内容的类型不受支持')
  let taken: Omit<Received, 'fields'> | undefined
  const fields: Record<string, string> = {}
  for await (const part of sentParts(call.parts())) {
    if (part.type === 'field') {
      // Refuse a truncated value: it could be taken for the complete one.
      if (part.valueTruncated) throw invalidField(part.fieldname, '内容过长')
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
      continue
    }
    if (part.fieldname !== 'file' || taken) {
      part.file.resume()
      throw taken
        ? invalidField('file', fill(messages.fileCountExceeded, { limit: 1 }))
        : invalidField(part.fieldname, `不支持的字段：${part.fieldname}`)
    }
    try {
      const { name, kind: usual } = namedKind(part.filename, accept)
      const kind = { ...usual, maxMb: mostMb(usual) }
      taken = { name, kind, ...(await receive(part.file, path, kind)) }
    } catch (error) {
      part.file.resume()
      throw error
    }
  }
  if (!taken) throw invalidField('file', '请选择文件')
  if (taken.size === 0) throw invalidField('file', messages.emptyFile)
  return { ...taken, fields }
}

/**
 * What the multipart reader throws at a body that it cannot read (cut off, without or with too long a boundary, part headers that are none)
 * is a plain error: it is the sender's fault and no failure of ours. Errors of the disk and of the reader's limits carry a code.
 */
const unreadable = (error: unknown): unknown =>
  error instanceof Error && !(error instanceof AppError) && !('code' in error)
    ? invalidField('file', '上传的内容不完整或格式不正确，请重新选择文件上传')
    : error

/** The parts, with the reader's own errors in words; errors of whoever takes the parts do not pass here. */
async function* sentParts<T>(parts: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  try {
    yield* parts
  } catch (error) {
    throw unreadable(error)
  }
}

/**
 * Arriving data lies in buffers outside the heap, which the garbage collector notices late: ten files of 30 MB grew resident memory by 84
 * MB before it ran (U-01). Therefore a minor collection runs every 8 MB; it takes a millisecond or two.
 */
const TIDY_BYTES = 8 << 20
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void
let arrived = 0
function tidy(bytes: number): void {
  arrived += bytes
  if (arrived < TIDY_BYTES) return
  arrived = 0
  collect({ type: 'minor' })
}

/** Streams into a file and counts the bytes; throws the text of spec §5 at the first byte over the limit. */
async function receive(from: Readable & { truncated?: boolean }, path: string, kind: FileKind): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256')
  let size = 0
  await pipeline(
    from,
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        if (exceeds(kind, size)) return done(tooLarge(kind))
        hash.update(chunk)
        tidy(chunk.length)
        done(null, chunk)
      },
    }),
    createWriteStream(path),
  ).catch((error: unknown) => {
    throw unreadable(error)
  })
  if (from.truncated) throw tooLarge(kind)
  return { sha256: hash.digest('hex'), size }
}
