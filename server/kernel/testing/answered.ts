import { appendFileSync } from 'node:fs'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyReply, FastifyRequest } from 'fastify'

const BEGUN = 'tracing:fastify.request.handler:start'

/** What Fastify publishes of a request that reached its handler: hooks that refuse come before. */
interface Handled {
  request: FastifyRequest
  reply: FastifyReply
  route: { url: string }
  /** what the handler threw: refusals are answered with 200 too */
  error?: unknown
}

/**
 * Appends to `file` the address of every endpoint that is answered with success (ADR 1039), of all apps of this process, once each. Returns
 * what ends it.
 */
export function noteAnswered(file: string): () => void {
  const noted = new Set<string>()
  const hear = (message: unknown) => {
    const handled = message as Handled
    const { request, reply, route } = handled
    const note = () => {
      const key = `${request.method} ${route.url}`
      if (handled.error !== undefined || reply.statusCode >= 400 || noted.has(key)) return
      noted.add(key)
      appendFileSync(file, `${key}\n`)
    }
    // `close` without `finish`: a stream that its reader left.
    reply.raw.once('finish', note).once('close', () => {
      if (reply.raw.headersSent) note()
    })
  }
  subscribe(BEGUN, hear)
  return () => {
    unsubscribe(BEGUN, hear)
  }
}
