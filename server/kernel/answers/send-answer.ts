import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FileAnswer } from '../implement.ts'

/** Sends bytes: for a string, the length would be computed several times on the way out. */
export function sendJson(reply: FastifyReply, ...parts: Buffer[]): FastifyReply {
  void reply.header('cache-control', 'no-store').header('content-type', 'application/json; charset=utf-8')
  if (parts.length === 1) return reply.send(parts[0])
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return reply.header('content-length', length).send(Readable.from(parts, { objectMode: false }))
}

/** Content-Disposition with a UTF-8 name; nosniff and a sandbox so that no stored file runs script (U-03). */
export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  const ascii = file.fileName.replace(/[^\x20-\x7e]|["\\%;]/g, '_')
  void reply
    .header('content-type', file.mime)
    .header(
      'content-disposition',
      `${file.inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
    )
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
  if (file.ranges) void reply.header('accept-ranges', 'bytes')
  if (file.part) void reply.code(206).header('content-range', `bytes ${file.part.start}-${file.part.end}/${file.part.total}`)
  if (file.size !== undefined) void reply.header('content-length', file.size)
  if (reply.request.method !== 'HEAD') return reply.send(file.body)
  if (file.body instanceof Readable) file.body.destroy()
  return reply.send()
}

const tags = new WeakMap<Buffer, string>()
const tagOf = (body: Buffer): string => {
  const known = tags.get(body) ?? `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  tags.set(body, known)
  return known
}
/** Sends a kept answer with its tag; a caller who has it already gets 304 without content. */
export function sendTagged(reply: FastifyReply, body: Buffer): FastifyReply {
  const etag = tagOf(body)
  const known = reply.request.headers['if-none-match']?.split(',').some((one) => one.trim() === etag)
  void reply.headers({ etag, 'cache-control': 'no-cache', 'content-type': 'application/json; charset=utf-8' })
  return known ? reply.code(304).send() : reply.send(body)
}
