import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { Actor } from '../actor.ts'
import { tooMany } from '../errors.ts'

type Caller = { ip: string | undefined; actor: Pick<Actor, 'userId' | 'sessionId' | 'viewer'> | null }

/** An address may make as many calls as this number of accounts, and never fewer than the general limit. */
const ACCOUNTS_OF_AN_ADDRESS = 10
const MINUTE = 60_000

/** Calls a minute from one source to an endpoint without a limit of its own. */
export const generalLimit = ({ DEMO }: { DEMO: boolean }): number => (DEMO ? 1200 : 600)

/**
 * The address of a caller. A caller who hung up has no address; the plugin's own key function throws then, and the log reports it as
 * unforeseen.
 */
export const addressKey = ({ ip }: Pick<Caller, 'ip'>): string => (ip === undefined ? 'hung up' : normalizeIP(ip))
/** The account of a caller whose token `identify` has proved, else the address. An officer who views as somebody else uses up their own calls. */
export const accountKey = (caller: Caller): string =>
  caller.actor ? `account ${caller.actor.viewer?.userId ?? caller.actor.userId}` : addressKey(caller)
/** The session of a caller whose token `identify` has proved, else the address. */
export const sessionKey = (caller: Caller): string => (caller.actor ? `session ${caller.actor.sessionId}` : addressKey(caller))

/**
 * The limits of one endpoint (ADR 0907): `config` counts by session, account or address; `ofAddress` counts the calls which passed that
 * limit by address, so that many accounts behind one address remain within its limit.
 */
export function callLimits(
  app: FastifyInstance,
  { perMinute, polled, byAddress }: Endpoint<any, any, any>,
  general: number,
): { config: NonNullable<RouteShorthandOptions['config']>['rateLimit']; ofAddress: (request: FastifyRequest) => Promise<void> } {
  const max = perMinute ?? general
  const keyGenerator = byAddress ? addressKey : polled ? sessionKey : perMinute ? accountKey : addressKey
  if (keyGenerator === addressKey) return { config: { max, timeWindow: MINUTE }, ofAddress: async () => {} }
  const crowd = app.createRateLimit({
    max: Math.max(general, ACCOUNTS_OF_AN_ADDRESS * max),
    timeWindow: MINUTE,
    keyGenerator: addressKey,
  })
  return {
    config: { max, timeWindow: MINUTE, keyGenerator },
    ofAddress: async (request) => {
      const counted = await crowd(request)
      if (!counted.isAllowed && counted.isExceeded) throw tooMany(counted.ttlInSeconds)
    },
  }
}
