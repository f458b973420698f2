import type { UserType } from '../../contract/endpoint.ts'
import type { Actor } from '../kernel/actor.ts'
import { rightsChanged, sessionDead, tokenExpired } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { CACHE_MS, IDLE_MS, SEEN_EVERY_MS } from './limits.ts'
import { heldBy, rightsOf, type Rights } from './kept-rights.ts'
import { MAY_VIEW } from './lost-views.ts'
import { tokenHash } from './tokens.ts'
import { givenPerKernel, perKernel } from '../kernel/per-kernel.ts'

interface Person {
  session: string
  user_id: number
  type: UserType
  own_type: UserType
  name: string
  company_id: number | null
  office_id: number | null
  enabled: boolean
  revoked_at: string | null
  revoke_reason: string | null
  absolute_end: string
  seen_at: string
  /** the session acts for a company: a person's own roles do not count */
  acting: boolean
  /** the roles with their marks (kept-rights.ts) */
  held: string | null
  /** the password of this log-in was set by a system administrator, and not changed since */
  given_password: boolean
  viewer: NonNullable<Actor['viewer']> | null
  seen_change: SeenChange | null
}

/** A requested change of rights, as it was when an officer began to view the platform as if it had taken effect. */
export interface SeenChange {
  id: number
  version: number
  /** the day whose roles are shown; null: the day from which it counts */
  day: string | null
}
export interface RightsAfter extends Rights {
  title: string
  menuIds: readonly number[]
}
const showing = givenPerKernel<(change: SeenChange, userId: number) => Promise<RightsAfter | null>>()
/** The rights of a user after a requested change; the part that keeps the changes registers this. */
export const showsChanges = showing.give

interface Row extends Person {
  expires_at: string
  issued_for: number
  rights_version: number
}
interface Known {
  row: Row
  rights: Rights
}
interface Entry extends Known {
  readAt: number
  clockAt: number
}

const PERSON = `s.id as session, u.id as user_id, u.type as own_type, u.name, u.office_id, o.enabled, s.revoked_at, s.revoke_reason, s.absolute_end, s.seen_at,
      case when s.acting_company_id is null then u.type else 'QY' end as type, coalesce(s.acting_company_id, u.company_id) as company_id,
      s.variant = 'password' and o.type = 'YYF' and o.password_changed_at is null as given_password,
      s.acting_company_id is not null as acting, case when s.acting_company_id is null then ${heldBy('u.id')} end as held,
      case when u.id <> s.user_id then json_build_object('userId', o.id, 'name', o.name, 'until', s.viewing_until,
        'roles', array(select r.code from user_role ur join role r on r.id = ur.role_id where ur.user_id = o.id order by r.code)) end as viewer,
      case when u.id <> s.user_id and s.viewing_change_id is not null
        then json_build_object('id', s.viewing_change_id, 'version', s.viewing_change_version, 'day', s.viewing_change_day) end as seen_change`
/** `o` owns the session; `u` is the user as whom the platform is shown: a view as somebody else ends with its time, or when it may not go on. */
const people = (
  now: string,
) => `join sys_user o on o.id = s.user_id join sys_user u on u.id = case when s.viewing_until > ${now}::timestamptz and ${MAY_VIEW}
      then s.viewing_user_id else s.user_id end`
const byTokenHash = {
  name: 'identity_authenticate',
  text: `select ${PERSON}, t.expires_at, t.rights_version as issued_for, o.rights_version
    from session_token t join session s on s.id = t.session_id ${people('$2')}
    where t.hash = $1 and t.kind = 'access'`,
}
const bySession = {
  name: 'identity_of_session',
  text: `select ${PERSON} from session s ${people('$2')} where s.id = $1`,
}
const goodOnes = {
  name: 'identity_good_tokens',
  text: `select t.hash from session_token t join session s on s.id = t.session_id join sys_user u on u.id = s.user_id
    where t.hash = any($1) and t.kind = 'access' and t.expires_at > $2 and t.rights_version = u.rights_version
      and s.revoked_at is null and u.enabled and s.absolute_end > $2 and s.seen_at >= $3`,
}
const MAX_ENTRIES = 20_000
const cacheOf = perKernel(() => new Map<string, Entry>())

/** Drops this process's cached sessions or users at once. Other processes follow within a second. Call it after the commit. */
export function forget(k: Kernel, what: { sessions?: readonly string[]; users?: readonly number[] }): void {
  const cache = cacheOf(k)
  for (const [hash, { row }] of cache) {
    if (what.sessions?.includes(row.session) || what.users?.includes(row.user_id) || what.users?.includes(row.viewer?.userId ?? 0))
      cache.delete(hash)
  }
}

/**
 * The actor of an access token. Throws 401 (session ended), 402 (token expired, session alive) or 403 (rights changed, a refresh helps):
 * S-03.
 */
export async function authenticate(k: Kernel, token: string, { passive = false } = {}): Promise<Actor> {
  const known = await look(k, tokenHash(token))
  const now = k.clock.now().getTime()
  if (!known || hasEnded(known.row, now)) throw sessionDead(known ? whyEnded(known.row) : undefined)
  const { row, rights } = known
  if (Date.parse(row.expires_at) <= now) throw tokenExpired()
  if (row.issued_for !== row.rights_version) throw rightsChanged(row.rights_version)
  if (!passive && now - Date.parse(row.seen_at) > SEEN_EVERY_MS) await see(k, row, new Date(now))
  return row.seen_change ? afterChange(k, known, row.seen_change) : actorOf(row, rights)
}

/** The actor of a running session, without one of its tokens: for things that a session issued (file links). Throws 401. */
export async function actorOfSession(k: Kernel, sessionId: string): Promise<Actor> {
  const {
    rows: [row],
  } = await k.pool.query<Person>({ ...bySession, values: [sessionId, k.clock.now()] })
  if (!row || hasEnded(row, k.clock.now().getTime())) throw sessionDead(row ? whyEnded(row) : undefined)
  return actorOf(row, await personRights(k, row))
}

/** Which of these access tokens `authenticate` would accept now, in one query without the cache (S-02). */
export async function goodTokens(k: Kernel, tokens: readonly string[]): Promise<ReadonlySet<string>> {
  const byHash = new Map(tokens.map((token) => [tokenHash(token), token]))
  const now = k.clock.now()
  const { rows } = await k.pool.query<{ hash: string }>({
    ...goodOnes,
    values: [[...byHash.keys()], now, new Date(now.getTime() - IDLE_MS)],
  })
  return new Set(rows.map(({ hash }) => byHash.get(hash)!))
}

/** Messages for sessions that ended before their time. */
export const endings: Readonly<Record<string, string>> = {
  evicted: '该账号又在别处登录，同时在线超过三处，本处登录已结束',
  logout: '您已在其他页面退出登录',
  password: '密码已修改，请用新密码登录',
  ended: '本处登录已由本人在“账号设置”中结束',
  officer: '本处登录已由安全管理员结束，请重新登录',
  factor: '动态验证码已由安全管理员解除，请重新登录，登录后可以重新绑定',
  bound: '该账号在别处开启了动态验证码，请重新登录。如非本人操作，请立即联系安全管理员',
  disabled: '账号已停用，请联系本单位的系统管理员',
  role: '您已在其他页面切换身份',
  'refresh-reuse': '登录凭据被重复使用，为安全起见本次登录已结束',
}

const whyEnded = ({ revoke_reason: reason }: Person): string | undefined => (reason === null ? undefined : endings[reason])
const hasEnded = (row: Person, now: number): boolean =>
  row.revoked_at !== null || !row.enabled || Date.parse(row.absolute_end) <= now || now - Date.parse(row.seen_at) > IDLE_MS

/** A session that acts for a company has the fixed role of companies and no permission. */
const FOR_A_COMPANY: Rights = { roles: ['enterprise'], permissions: new Set(), rules: [] }
const personRights = async (k: Kernel, row: Person): Promise<Rights> => (row.acting ? FOR_A_COMPANY : rightsOf(k, row.user_id, row.held))

const actorOf = (row: Person, rights: Rights): Actor => ({
  userId: row.user_id,
  sessionId: row.session,
  type: row.type,
  ...(row.type === row.own_type ? {} : { ownType: row.own_type }),
  name: row.name,
  companyId: row.company_id,
  officeId: row.office_id,
  ...rights,
  ...(row.given_password ? { givenPassword: true as const } : {}),
  ...(row.viewer ? { viewer: { ...row.viewer, until: new Date(row.viewer.until).toISOString() } } : {}),
})

/** The viewed person with the rights after a change. Only calls have this actor: links to files are opened with the present rights. */
async function afterChange(k: Kernel, { row, rights }: Known, change: SeenChange): Promise<Actor> {
  const actor = actorOf(row, rights)
  const after = await showing.of(k)?.(change, row.user_id)
  if (!after || !actor.viewer) return actor
  const { title, menuIds, ...own } = after
  return { ...actor, ...own, viewer: { ...actor.viewer, change: { title, menuIds } } }
}

async function look(k: Kernel, hash: string): Promise<Known | null> {
  const cache = cacheOf(k)
  const known = cache.get(hash)
  if (known && performance.now() - known.readAt < CACHE_MS && Math.abs(k.clock.now().getTime() - known.clockAt) < CACHE_MS) return known
  const readAt = performance.now()
  const {
    rows: [row],
  } = await k.pool.query<Row>({ ...byTokenHash, values: [hash, k.clock.now()] })
  if (!row) {
    cache.delete(hash)
    return null
  }
  if (cache.size >= MAX_ENTRIES) cache.clear()
  const entry = { row, rights: await personRights(k, row), readAt, clockAt: k.clock.now().getTime() }
  cache.set(hash, entry)
  return entry
}

async function see(k: Kernel, row: Row, now: Date): Promise<void> {
  row.seen_at = now.toISOString()
  await k.db
    .updateTable('session')
    .set({ seen_at: now })
    .where('id', '=', row.session)
    .where('revoked_at', 'is', null)
    .where('seen_at', '<', now.toISOString())
    .execute()
}
