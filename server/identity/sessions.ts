import { randomBytes } from 'node:crypto'
import type { UserType } from '../../contract/endpoint.ts'
import type { Db } from '../kernel/db/index.ts'
import { sessionDead } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { audit } from '../kernel/audit/audit.ts'
import { endings, forget } from './authenticate.ts'
import { ABSOLUTE_MS, ACCESS_TOKEN_MS, IDLE_MS, REFRESH_GRACE_MS, STAFF_SESSIONS } from './limits.ts'
import { endViewsOf } from './lost-views.ts'
import { newToken, openPair, sealPair, tokenHash, type TokenPair } from './tokens.ts'

export type Variant = 'password' | 'sso' | 'zzd' | 'zml' | 'szjj'

interface Owner {
  id: number
  type: UserType
  rights_version: number
}
type Entering = Owner & { roles: string[] }

/** Opens a session for a user whose identity was just verified; runs in the caller's transaction, which has locked the user's row. */
export async function openSession(k: Kernel, db: Db, call: Call, user: Entering, variant: Variant, withCode = false): Promise<TokenPair> {
  const now = k.clock.now()
  const id = randomBytes(16).toString('base64url')
  const end = new Date(now.getTime() + ABSOLUTE_MS[user.type])
  await db
    .insertInto('session')
    .values({
      id,
      user_id: user.id,
      variant,
      created_at: now,
      seen_at: now,
      absolute_end: end,
      ip: call.ip,
      user_agent: call.userAgent,
      factor_at: withCode ? now : null,
    })
    .execute()
  await db.updateTable('sys_user').set({ last_login_at: now }).where('id', '=', user.id).execute()
  if (user.type === 'YYF') await evictOldest(k, db, call, user, id, now)
  return issue(db, { id, end }, user.rights_version, now)
}

/** S-07: staff keep their three newest sessions, the opened one among them even if others began in the same millisecond. */
async function evictOldest(k: Kernel, db: Db, call: Call, { id: userId, type, roles }: Entering, opened: string, now: Date): Promise<void> {
  const open = await db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '!=', opened)
    .where('revoked_at', 'is', null)
    .where('absolute_end', '>', now.toISOString())
    .where('seen_at', '>', new Date(now.getTime() - IDLE_MS).toISOString())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(STAFF_SESSIONS - 1)
    .execute()
  if (open.length === 0) return
  const ids = open.map((s) => s.id)
  await db.updateTable('session').set({ revoked_at: now, revoke_reason: 'evicted' }).where('id', 'in', ids).execute()
  await endViewsOf(db, ids)
  await audit(db, call, {
    action: 'session.evict',
    objectType: 'user',
    objectId: String(userId),
    result: 'ok',
    detail: { sessions: ids.length },
    actor: { userId, type, roles },
  })
  forget(k, { sessions: ids })
}

/**
 * Continues a log-in under another role: a new session with the same variant and absolute end, which acts for `companyId` (null: for
 * nobody). The old session is revoked. Throws 401 when it has already ended.
 */
export async function continueSession(
  k: Kernel,
  db: Db,
  call: Call,
  sessionId: string,
  user: Owner,
  companyId: number | null,
): Promise<TokenPair> {
  const now = k.clock.now()
  const old = await db
    .updateTable('session')
    .set({ revoked_at: now, revoke_reason: 'role' })
    .where('id', '=', sessionId)
    .where('user_id', '=', user.id)
    .where('revoked_at', 'is', null)
    .returning(['variant', 'absolute_end'])
    .executeTakeFirst()
  if (!old) throw sessionDead()
  const id = randomBytes(16).toString('base64url')
  await db
    .insertInto('session')
    .values({
      id,
      user_id: user.id,
      variant: old.variant,
      created_at: now,
      seen_at: now,
      absolute_end: old.absolute_end,
      ip: call.ip,
      user_agent: call.userAgent,
      acting_company_id: companyId,
    })
    .execute()
  return issue(db, { id, end: new Date(old.absolute_end) }, user.rights_version, now)
}

async function issue(db: Db, session: { id: string; end: Date }, rightsVersion: number, now: Date): Promise<TokenPair> {
  const pair = { token: newToken(), refreshToken: newToken() }
  const shared = { session_id: session.id, issued_at: now, rights_version: rightsVersion }
  const accessEnd = new Date(Math.min(now.getTime() + ACCESS_TOKEN_MS, session.end.getTime()))
  await db
    .insertInto('session_token')
    .values([
      { ...shared, hash: tokenHash(pair.token), kind: 'access', expires_at: accessEnd },
      { ...shared, hash: tokenHash(pair.refreshToken), kind: 'refresh', expires_at: session.end },
    ])
    .execute()
  return pair
}

/**
 * A new token pair for a refresh token (S-04). The token is valid once; a repetition within 30 s gets the same pair, so that parallel tabs
 * stay logged in; a later repetition revokes the whole session. The absolute end stays. Throws 401.
 */
export async function refresh(k: Kernel, call: Call): Promise<TokenPair> {
  const token = call.token
  if (!token) throw sessionDead()
  const now = k.clock.now()
  const outcome = await k.db.transaction().execute(async (db): Promise<TokenPair | { reuseOf: string } | { why: string | null } | null> => {
    const row = await db
      .selectFrom('session_token as t')
      .innerJoin('session as s', 's.id', 't.session_id')
      .innerJoin('sys_user as u', 'u.id', 's.user_id')
      .select([
        't.hash',
        't.used_at',
        't.successor',
        's.id as session',
        's.user_id',
        's.absolute_end',
        's.seen_at',
        's.revoked_at',
        's.revoke_reason',
        'u.enabled',
        'u.rights_version',
      ])
      .where('t.hash', '=', tokenHash(token))
      .where('t.kind', '=', 'refresh')
      .forUpdate('t')
      .executeTakeFirst()
    if (row?.revoked_at) return { why: row.revoke_reason }
    if (!row?.enabled || isOver(row, now)) return null
    if (row.used_at && row.successor) {
      if (now.getTime() - Date.parse(row.used_at) <= REFRESH_GRACE_MS) return openPair(token, row.successor)
      await db.updateTable('session').set({ revoked_at: now, revoke_reason: 'refresh-reuse' }).where('id', '=', row.session).execute()
      await endViewsOf(db, [row.session])
      await audit(db, call, { action: 'session.reuse', objectType: 'user', objectId: String(row.user_id), result: 'refused', detail: {} })
      return { reuseOf: row.session }
    }
    const pair = await issue(db, { id: row.session, end: new Date(row.absolute_end) }, row.rights_version, now)
    await db
      .updateTable('session_token')
      .set({ used_at: now, successor: sealPair(token, pair) })
      .where('hash', '=', row.hash)
      .execute()
    await db.updateTable('session').set({ seen_at: now }).where('id', '=', row.session).execute()
    return pair
  })
  if (outcome && 'token' in outcome) return outcome
  if (outcome && 'reuseOf' in outcome) forget(k, { sessions: [outcome.reuseOf] })
  throw sessionDead(outcome && 'why' in outcome && outcome.why ? endings[outcome.why] : undefined)
}

const isOver = (s: { absolute_end: string; seen_at: string }, now: Date): boolean =>
  Date.parse(s.absolute_end) <= now.getTime() || now.getTime() - Date.parse(s.seen_at) > IDLE_MS

/**
 * Whether the session of an access token has ended. The check never prolongs it (S-06); an expired access token of a live session does not
 * count as ended.
 */
export async function isTokenInvalid(k: Kernel, token: string | null): Promise<boolean> {
  if (!token) return true
  const row = await k.db
    .selectFrom('session_token as t')
    .innerJoin('session as s', 's.id', 't.session_id')
    .innerJoin('sys_user as u', 'u.id', 's.user_id')
    .select(['s.absolute_end', 's.seen_at', 's.revoked_at', 'u.enabled'])
    .where('t.hash', '=', tokenHash(token))
    .where('t.kind', '=', 'access')
    .executeTakeFirst()
  return !row || row.revoked_at !== null || !row.enabled || isOver(row, k.clock.now())
}

export async function logout(k: Kernel, call: Call, sessionId: string): Promise<true> {
  const now = k.clock.now()
  await k.db.transaction().execute(async (db) => {
    await db
      .updateTable('session')
      .set({ revoked_at: now, revoke_reason: 'logout' })
      .where('id', '=', sessionId)
      .where('revoked_at', 'is', null)
      .execute()
    await endViewsOf(db, [sessionId])
    await audit(db, call, { action: 'logout', objectType: 'session', objectId: sessionId, result: 'ok', detail: {} })
  })
  forget(k, { sessions: [sessionId] })
  return true
}

/** Ends every open session of a user, but `except`. Call `forget(k, { users: [id] })` after the commit. */
export async function revokeSessions(db: Db, userId: number, reason: string, now: Date, except = ''): Promise<void> {
  const ended = await db
    .updateTable('session')
    .set({ revoked_at: now, revoke_reason: reason })
    .where('user_id', '=', userId)
    .where('id', '!=', except)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  await endViewsOf(
    db,
    ended.map(({ id }) => id),
    reason === 'disabled' ? '查看人的账号已停用' : undefined,
  )
}
