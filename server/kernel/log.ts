import pino, { type Logger } from 'pino'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'

/** JSON lines; nothing secret or personal gets in (L-04). Line breaks are escaped by JSON itself. */
export function createLog(config: Pick<Config, 'LOG_LEVEL'>): FastifyBaseLogger {
  const log: Logger = pino({
    level: config.LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['password', 'oldPassword', 'newPassword', 'token', 'refreshToken', 'authorization', 'cookie', 'verifiCode', 'code', '*.password', '*.token', '*.refreshToken', '*.phone', '*.mobile', 'req.headers', 'headers'],
      censor: '***',
    },
  })
  return log as unknown as FastifyBaseLogger
}
