import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { isLoopback, type Config } from '../config.ts'

/**
 * The origins that browsers may use for this platform. With PUBLIC_URL it is that origin alone (absolute addresses come from the
 * configuration, never from Host, I-08). Without it, localhost and 127.0.0.1 both work. The first is the main one.
 */
export function ownOrigins(config: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>, http: FastifyInstance): string[] {
  if (config.PUBLIC_URL) return [new URL(config.PUBLIC_URL).origin]
  const port = (http.server.address() as AddressInfo | null)?.port ?? config.PORT
  const everywhere = config.HOST === '0.0.0.0' || config.HOST === '::'
  const others = everywhere
    ? Object.values(networkInterfaces())
        .flatMap((list) => list ?? [])
        .filter((i) => !i.address.startsWith('fe80'))
        .map((i) => i.address)
    : []
  const names = isLoopback(config.HOST) || everywhere ? ['127.0.0.1', 'localhost', '::1', ...others] : [config.HOST]
  const main = everywhere ? '127.0.0.1' : config.HOST
  return [...new Set([main, ...names])].map((name) => `http://${name.includes(':') ? `[${name}]` : name}:${port}`)
}

/** The own origin that a request was sent to; the main one when Host names a foreign origin. */
export const originOf = (origins: readonly string[], host: string | undefined): string =>
  origins.find((o) => new URL(o).host === host) ?? origins[0]!
