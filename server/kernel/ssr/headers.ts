import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

export const isHttps = (config: Pick<Config, 'PUBLIC_URL'>): boolean => config.PUBLIC_URL?.startsWith('https:') ?? false

/** No page may use any of these; one that registered for it may use the camera (page-needs.ts). */
export const permissionsPolicy = (camera = false): string =>
  `camera=${camera ? '(self)' : '()'}, microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()`

/** Headers of every answer (reliability X-04), also of answers to invalid requests. */
export const securityHeaders = (config: Pick<Config, 'PUBLIC_URL'>): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': permissionsPolicy(),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  // Framing is forbidden; pages replace this by a policy of their own (O-04).
  'content-security-policy': "frame-ancestors 'none'",
  ...(isHttps(config) ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

/** Adds the headers to every answer; pages add their own content security policy. */
export function registerSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'PUBLIC_URL'>): void {
  const headers = securityHeaders(config)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers)
    if (request.method === 'TRACE') {
      void reply.code(405).send()
      return
    }
    done()
  })
}
