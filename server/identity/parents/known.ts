import type { FastifyInstance } from 'fastify'
import type { ParentCode } from '../../../contract/identity/parents.ts'
import { AppError } from '../../kernel/errors.ts'
import { derivedKey } from '../../kernel/access/secrets.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { perKernel } from '../../kernel/per-kernel.ts'
import { parentOff, parentUnavailable, type Ask, type ParentPlatform } from './port.ts'
import { ticketPlatform } from './ticket.ts'
import { zzdPlatform } from './zzd.ts'

const LIMIT_MS = 2500
/** In demo mode, a page of ours stands in for each platform that is not configured. */
export const DEMO_PARENT = '/demo-parent'
const DEMO_ORIGIN = 'http://demo-parent.invalid'
export const DEMO_APP = 'qifu'
export const demoParentSecret = (k: Kernel, code: ParentCode): string => derivedKey(k.secret, `demo-parent:${code}`).toString('hex')

interface Settings {
  url: string
  app: string
  secret: string
  demo: boolean
}

/** Address and keys of a platform: as configured, or our own in demo mode; null when it is not configured. */
export function parentSettings(k: Kernel, code: ParentCode): Settings | null {
  const { ZZD_URL, ZZD_APP_KEY, ZZD_APP_SECRET, ZML_URL, ZML_APP, ZML_SECRET, SZJJ_URL, SZJJ_APP, SZJJ_SECRET, DEMO } = k.config
  const [url, app, secret] = {
    zzd: [ZZD_URL, ZZD_APP_KEY, ZZD_APP_SECRET],
    zml: [ZML_URL, ZML_APP, ZML_SECRET],
    szjj: [SZJJ_URL, SZJJ_APP, SZJJ_SECRET],
  }[code]
  if (url && app && secret) return { url, app, secret, demo: false }
  return DEMO ? { url: `${DEMO_ORIGIN}${DEMO_PARENT}/${code}`, app: DEMO_APP, secret: demoParentSecret(k, code), demo: true } : null
}

/** Whether the log-in page may lead to 浙政钉. */
export const hasZzd = (config: Kernel['config']): boolean =>
  config.DEMO || Boolean(config.ZZD_URL && config.ZZD_APP_KEY && config.ZZD_APP_SECRET)

/** Whether address and keys of a platform are configured. */
export const isParentConfigured = (k: Kernel, code: ParentCode): boolean => parentSettings(k, code) !== null

/** I-07: only the configured address, no redirects, an answer within the limit. */
const outside: Ask = (url, init) => fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(LIMIT_MS) })
const inProcess =
  (http: FastifyInstance): Ask =>
  async (url, { method, headers, body }) => {
    const { pathname, search } = new URL(url)
    const answer = await http.inject({ method, url: pathname + search, headers, ...(body === undefined ? {} : { payload: body }) })
    return new Response(answer.body, { status: answer.statusCode })
  }

const made = perKernel(() => new Map<ParentCode, ParentPlatform>())

/** The platform, when it is configured and enabled in 平台管理. Throws PARENT_OFF, or PARENT_UNAVAILABLE when it cannot be reached. */
export async function parentOf(k: Kernel, http: FastifyInstance, code: ParentCode): Promise<ParentPlatform> {
  const settings = parentSettings(k, code)
  const row =
    settings && (await k.db.selectFrom('platform').select('id').where('login', '=', code).where('enabled', '=', true).executeTakeFirst())
  if (!settings || !row) throw parentOff(code)
  const known = made(k).get(code)
  if (known) return known
  const { url, app, secret, demo } = settings
  const send = demo ? inProcess(http) : outside
  const ask: Ask = (address, init) =>
    send(address, init).catch((err: unknown) => {
      k.log.warn({ err, code }, 'a parent platform cannot be reached')
      throw err instanceof AppError ? err : parentUnavailable(code)
    })
  const now = () => k.clock.now()
  const platform =
    code === 'zzd' ? zzdPlatform({ url, appKey: app, appSecret: secret }, ask, now) : ticketPlatform(code, { url, app, secret }, ask, now)
  made(k).set(code, platform)
  return platform
}
