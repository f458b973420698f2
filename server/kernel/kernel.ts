import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/index.ts'
import type { Registered } from './implement.ts'

/**
 * What every use case may lean on. It is passed as the first argument (`k`); a use case that writes more than once opens
 * `k.db.transaction()` and hands the transaction on as `db`, because the embedded database has one connection.
 */
export interface Kernel {
  config: Config
  log: FastifyBaseLogger
  clock: Clock
  db: Db
  pool: pg.Pool
  engine: 'pglite' | 'postgres'
  /** random per start or configured; see kernel/secrets */
  secret: Buffer
  /** master keys of before (SECRET_KEY_PREVIOUS): what they protect stays readable until rotated */
  previousSecrets?: Buffer[]
  registry: Map<string, Registered>
  /** Set by the identity domain: the actor of an access token; a `passive` look does not prolong the session. Throws 401, 402 or 403. */
  authenticate(token: string, options?: { passive?: boolean }): Promise<Actor>
  /** Set by the identity domain: whoever a session belongs to, with the rights of now. Throws 401 when it has ended. */
  actorOfSession(sessionId: string): Promise<Actor>
  /** Set by the identity domain: which of these access tokens admit somebody now, with the rights they were issued for. */
  goodTokens(tokens: readonly string[]): Promise<ReadonlySet<string>>
  /** Forgets cached public pages whose address starts with the prefix: call it after publishing, taking down or editing what they show. */
  purgePages(prefix: string): void
  /** Documents and protocols that are no calls (single sign-on): each gets the HTTP server once, after the endpoints and before the pages. */
  mounts: ((http: FastifyInstance) => Promise<void> | void)[]
  /** Runs when the app closes, last registered first. */
  onClose(close: () => Promise<void> | void): void
}

/** Where a call came from; the same for HTTP and for server-side rendering. */
export interface Call {
  actor: Actor | null
  requestId: string
  ip: string
  userAgent: string
  /** HttpOnly cookies that bind captcha and OIDC state to a browser; never proof of identity */
  cookies: Readonly<Record<string, string | undefined>>
  setCookie(name: string, value: string, options: { path: string; maxAge: number }): void
  /** raw text of the Authorization header without the scheme; refreshToken needs it */
  token: string | null
  /** the Idempotency-Key header, if any (K-02) */
  idempotencyKey?: string
  /** fires when the caller is gone */
  signal: AbortSignal
  /** what was sent, byte for byte, of an endpoint that is `signed` */
  sent?: { body: string; header(name: string): string }
  /** the Range header, if any; for stored files only */
  range?: string
  /** multipart parts, for the file store and imports only */
  parts?: () => AsyncIterableIterator<import('@fastify/multipart').Multipart>
}
