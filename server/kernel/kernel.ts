import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/index.ts'
import type { Registered } from './implement.ts'

/**
 * What every use case receives as its first argument (`k`). A use case that writes more than once opens `k.db.transaction()` and passes the
 * transaction on as `db`, because the embedded database has one connection.
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
  /** earlier master keys (SECRET_KEY_PREVIOUS): what they protect stays readable until rotated */
  previousSecrets?: Buffer[]
  registry: Map<string, Registered>
  /** Set by the identity domain: the actor of an access token; a `passive` check does not prolong the session. Throws 401, 402 or 403. */
  authenticate(token: string, options?: { passive?: boolean }): Promise<Actor>
  /** Set by the identity domain: the owner of a session, with the current rights. Throws 401 when the session has ended. */
  actorOfSession(sessionId: string): Promise<Actor>
  /** Set by the identity domain: a person with the present rights; null: disabled or gone. Not inside a transaction. */
  actorOfUser(userId: number): Promise<Actor | null>
  /**
   * Set by the identity domain: those of these access tokens that are valid now and whose rights have not changed since they were issued.
   */
  goodTokens(tokens: readonly string[]): Promise<ReadonlySet<string>>
  /** Forgets cached public pages whose address starts with the prefix: call it after publishing, taking down or editing their content. */
  purgePages(prefix: string): void
  /** Routes that are not calls (single sign-on): each function gets the HTTP server once, after the endpoints and before the pages. */
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
  /** aborted when the caller has disconnected */
  signal: AbortSignal
  /** the raw request, of an endpoint that is `signed` */
  sent?: { body: string; header(name: string): string }
  /** the Range header, if any; for stored files only */
  range?: string
  /** multipart parts, for the file store and imports only */
  parts?: () => AsyncIterableIterator<import('@fastify/multipart').Multipart>
}
