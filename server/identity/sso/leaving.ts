import type { FastifyReply } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { messagePage, pagePolicy } from './demo-pages.ts'

export const leave = (reply: FastifyReply, address: string) =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address, 302)

/** Answers a navigation with a page when the identity provider is away. */
export const unavailable =
  (reply: FastifyReply) =>
  (error: unknown): undefined => {
    if (!(error instanceof AppError)) throw error
    void reply
      .code(503)
      .header('retry-after', '10')
      .header('content-security-policy', pagePolicy)
      .type('text/html')
      .send(messagePage('暂时无法登录', error.message))
    return undefined
  }
