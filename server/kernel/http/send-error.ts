import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, fromDatabase, fromDisk } from '../errors.ts'
import { badAddressPage } from '../ssr/plain-page.ts'
import { isDocument } from './is-document.ts'

/** Sends the error envelope of architecture §4. Unforeseen errors reveal no internals; the trace id leads to the log. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const full = fromDisk(error)
  if (full) request.log.error({ err: error, reqId: request.id }, 'no room on the disk')
  const known = error instanceof AppError ? error : (full ?? fromDatabase(error) ?? fromFastify(error))
  if (!known) request.log.error({ err: error, reqId: request.id, url: request.url.split('?', 1)[0] }, 'unforeseen error')
  const e = known ?? new AppError(500, 'INTERNAL', '系统出现异常，请稍后重试')
  if (e.shed) request.shed = true
  if (e.retryAfter !== undefined) void reply.header('retry-after', String(e.retryAfter))
  return reply
    .code(e.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send({
      success: false,
      code: e.code,
      msg: e.message,
      description: e.message,
      traceId: request.id,
      ...(e.fields ? { fields: e.fields } : {}),
      ...(e.data === undefined ? {} : { data: e.data }),
    })
}

function fromFastify(error: unknown): AppError | null {
  const { statusCode, code } = (error ?? {}) as { statusCode?: number; code?: string }
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE') return new AppError(413, 'TOO_LARGE', '提交的内容过大')
  if (statusCode === 415) return new AppError(415, 'UNSUPPORTED_TYPE', '请求内容的类型不受支持')
  if (statusCode === 429) return new AppError(429, 'TOO_MANY', '操作过于频繁，请稍后再试', { retryAfter: 60 })
  if (statusCode === 503) return new AppError(503, 'BUSY', '系统繁忙，请稍后再试', { retryAfter: 5 })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new AppError(400, 'INVALID', '请求内容的格式不正确')
  return null
}

/**
 * Answers an address that cannot be parsed. It is refused before any hook runs, so the headers that hooks add to every answer are added
 * here.
 */
export function refuseAddress(request: FastifyRequest, reply: FastifyReply, everywhere: Record<string, string>): void {
  void reply.headers(everywhere)
  if (!isDocument(request.headers)) return void sendError(new AppError(400, 'INVALID', '请求的地址不正确'), request, reply)
  const { headers, html } = badAddressPage()
  void reply.code(400).headers(headers).send(html)
}
