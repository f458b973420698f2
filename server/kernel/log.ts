import pino, { type Logger } from 'pino'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { loggedError } from './logged-error.ts'

const BUFFER_BYTES = 16_000
const FLUSH_MS = 500

/**
 * Buffers standard output instead of one blocking write per line; a line waits half a second at most, and everything is written when the
 * process ends.
 */
function output() {
  const destination = pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES })
  setInterval(() => destination.flush(), FLUSH_MS).unref()
  process.once('exit', () => {
    try {
      destination.flushSync()
    } catch {
      /* it was never opened, or the reader is gone */
    }
  })
  return destination
}
let shared: ReturnType<typeof output> | undefined

/** JSON lines without secrets or personal data (L-04). JSON escapes line breaks. */
export function createLog(config: Pick<Config, 'LOG_LEVEL'>): FastifyBaseLogger {
  const log: Logger = pino(
    {
      level: config.LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: loggedError },
      redact: {
        paths: [
          'password',
          'oldPassword',
          'newPassword',
          'token',
          'refreshToken',
          'authorization',
          'cookie',
          'verifiCode',
          'code',
          '*.password',
          '*.token',
          '*.refreshToken',
          '*.phone',
          '*.mobile',
          'req.headers',
          'headers',
          '*.headers',
        ],
        censor: '***',
      },
    },
    (shared ??= output()),
  )
  return log as unknown as FastifyBaseLogger
}
