const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** S-01, S-04, S-07 */
export const ACCESS_TOKEN_MS = 30 * MINUTE
export const IDLE_MS = 30 * MINUTE
export const ABSOLUTE_MS = { YYF: 12 * HOUR, QY: 7 * DAY, GR: 7 * DAY } as const
export const REFRESH_GRACE_MS = 30_000
export const STAFF_SESSIONS = 3
/** How long a verified session is cached: even with a few calls in between, a revocation takes effect within a second (S-02). */
export const CACHE_MS = 800
/** The last activity is written at most this often. */
export const SEEN_EVERY_MS = 20_000

/** */
export const CHALLENGE_MS = 120_000
/** failures within the window before the lock, and its duration */
export const ACCOUNT_AND_SOURCE = { limit: 5, windowMs: 15 * MINUTE, lockMs: 15 * MINUTE }
export const ACCOUNT = { limit: 20, windowMs: HOUR, lockMs: 30 * MINUTE }
/** Wrong codes of the second step, counted per account, whatever the ticket; a ticket is valid for two minutes. */
export const SECOND_STEP = { limit: 5, windowMs: 15 * MINUTE, lockMs: 15 * MINUTE }
export const TICKET_MS = 2 * MINUTE
/** How long a shown secret can be bound to an app. */
export const BINDING_MS = 15 * MINUTE
/** How long a question to a security key can be answered, and how many keys an account has at most. */
export const KEY_QUESTION_MS = 2 * MINUTE
export const KEYS_MAX = 5
/** How long a security officer may view the platform as somebody else. */
export const VIEWING_MS = 15 * MINUTE
/** How long a code counts as fresh in its session. */
export const FACTOR_MS = 10 * MINUTE
/** How long a log-in counts as recent, and a password that was typed again. */
export const RECENT_MS = 10 * MINUTE
export const SOURCE = { limit: 20, windowMs: 5 * MINUTE, lockMs: 5 * MINUTE }
/** calls per minute from one source */
export const CHALLENGE_RATE = { demo: 1200, production: 60 }
export const REFRESH_RATE = { demo: 1200, production: 120 }

/** */
export const PASSWORD_HISTORY = 5
export const SSO_FLOW_MS = 10 * MINUTE
/** in the demo, when no city platform is configured */
export const DEMO_CITY_PATH = '/demo-city'
/** O-03 */
export const SIGNED_LINK_S = 300
