import type { FastifyInstance } from 'fastify'
import { parentPlatforms, type ParentCode } from '../../../contract/identity/parents.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { AppError, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { SSO_FLOW_MS } from '../limits.ts'
import { enterSession } from '../login.ts'
import { BROWSER_COOKIE, newBrowserId } from '../sso/flow.ts'
import { personOf } from '../sso/person.ts'
import { underSourceLock } from '../source-lock.ts'
import { tokenHash, type TokenPair } from '../tokens.ts'
import { parentOf } from './known.ts'
import { ticketRefused, type Verified } from './port.ts'

/** How long a verified ticket waits while another person is still logged in and must leave first. */
const TICKET_MS = 60_000
/** What the audit log and the lock of the source count as a failure; to the visitor a wrong claim is a wrong ticket. */
const COUNTED = ['TICKET_INVALID', 'LOGIN_REFUSED', 'NOT_OPENED']
const RECORDED = [...COUNTED, 'CLAIM']
export const parentNonce = (code: ParentCode) => `parent:${code}`

interface Arrival {
  ticket: string
  /** the state that we issued when the browser left; the zzd app comes without one */
  state?: string | undefined
  /** what the address claims; it must equal what the platform says */
  claimed?: { accountId?: string | undefined; name?: string | undefined }
}

/**
 * Log-in with a ticket of another platform: the platform names the person, never the address. One ticket opens one session, in the
 * browser that brought it; the session of another person is not replaced without their consent (O-01). Source lock, audit and session are
 * the same as for every log-in.
 */
export async function loginByParent(k: Kernel, http: FastifyInstance, call: Call, code: ParentCode, arrival: Arrival): Promise<TokenPair> {
  return underSourceLock(k, call, COUNTED, () => arrive(k, http, call, code, arrival))
}

async function arrive(k: Kernel, http: FastifyInstance, call: Call, code: ParentCode, arrival: Arrival): Promise<TokenPair> {
  const browser = call.cookies[BROWSER_COOKIE] ?? newBrowserId()
  try {
    const person = (await waiting(k, code, browser, arrival)) ?? (await verified(k, http, call, code, browser, arrival))
    if (call.actor && call.actor.userId !== person.id)
      throw refused(`当前浏览器已登录“${call.actor.name}”。以“${person.name}”身份继续？`, 'OTHER_SESSION')
    await use(k, arrival.ticket)
    return await enterSession(k, call, person, code)
  } catch (error) {
    if (!(error instanceof AppError) || !RECORDED.includes(error.code)) throw error
    await audit(
      k.db,
      { ...call, actor: null },
      { action: 'login', objectType: 'user', result: 'refused', detail: { variant: code, why: error.code } },
    )
    throw error.code === 'CLAIM' ? ticketRefused() : error
  }
}

interface Person {
  id: number
  name: string
  roles: string[]
}

/** The person whose ticket was verified a moment ago in this browser and who has not entered yet. */
async function waiting(k: Kernel, code: ParentCode, browser: string, { ticket }: Arrival): Promise<Person | null> {
  const row = await k.db
    .selectFrom('parent_ticket as t')
    .innerJoin('sys_user as u', 'u.id', 't.user_id')
    .select(['u.id', 'u.name', 't.used', 't.browser', 't.platform', 't.verified_at'])
    .where('t.hash', '=', tokenHash(ticket))
    .executeTakeFirst()
  if (!row) return null
  const isLate = k.clock.now().getTime() - Date.parse(row.verified_at) > TICKET_MS
  if (row.used || isLate || row.platform !== code || row.browser !== tokenHash(browser)) throw ticketRefused()
  return { id: row.id, name: row.name, roles: await rolesOf(k, row.id) }
}

async function verified(
  k: Kernel,
  http: FastifyInstance,
  call: Call,
  code: ParentCode,
  browser: string,
  arrival: Arrival,
): Promise<Person> {
  const platform = await parentOf(k, http, code)
  if (code === 'zzd') call.setCookie(BROWSER_COOKIE, browser, { path: '/sys', maxAge: SSO_FLOW_MS / 1000 })
  else await spendState(k, code, browser, arrival.state)
  const who = await platform.verify(arrival.ticket)
  if (differs(arrival.claimed?.accountId, who.subject) || differs(arrival.claimed?.name, who.name)) throw refused('', 'CLAIM')
  const person = code === 'zzd' ? await staffOf(k, who) : await customerOf(k, call, code, who)
  const kept = await k.db
    .insertInto('parent_ticket')
    .values({
      hash: tokenHash(arrival.ticket),
      platform: code,
      browser: tokenHash(browser),
      user_id: person.id,
      verified_at: k.clock.now(),
    })
    .onConflict((c) => c.doNothing())
    .returning('hash')
    .executeTakeFirst()
  // Two parallel calls brought the same ticket: one continues.
  if (!kept) throw ticketRefused()
  return person
}
const differs = (claimed: string | undefined, said: string) => claimed !== undefined && claimed !== '' && claimed !== said

/** Consumes the state that this browser was sent out with. */
async function spendState(k: Kernel, code: ParentCode, browser: string, state: string | undefined): Promise<void> {
  const flow = await k.db
    .deleteFrom('sso_flow')
    .where('state', '=', tokenHash(state ?? ''))
    .where('browser', '=', tokenHash(browser))
    .where('nonce', '=', parentNonce(code))
    .returning('expires_at')
    .executeTakeFirst()
  if (!flow || Date.parse(flow.expires_at) <= k.clock.now().getTime()) throw ticketRefused()
}

async function use(k: Kernel, ticket: string): Promise<void> {
  const taken = await k.db
    .updateTable('parent_ticket')
    .set({ used: true })
    .where('hash', '=', tokenHash(ticket))
    .where('used', '=', false)
    .returning('hash')
    .executeTakeFirst()
  if (!taken) throw ticketRefused()
}

/** Administrators create staff accounts: a person without one is told so, and none is created. */
async function staffOf(k: Kernel, who: Verified): Promise<Person> {
  const row = await k.db
    .selectFrom('sys_user')
    .select(['id', 'name', 'type', 'enabled'])
    .where('account_id', '=', who.subject)
    .executeTakeFirst()
  if (!row?.enabled || row.type !== 'YYF')
    throw refused(`${parentPlatforms.zzd}账号“${who.name}”尚未开通本平台，请联系系统管理员`, 'NOT_OPENED')
  return { id: row.id, name: row.name, roles: await rolesOf(k, row.id) }
}

async function customerOf(k: Kernel, call: Call, code: ParentCode, who: Verified): Promise<Person> {
  const claims = {
    sub: `${code}:${who.subject}`,
    name: who.name,
    user_type: who.kind,
    ...(who.creditCode ? { credit_code: who.creditCode } : {}),
    ...(who.companyName ? { company_name: who.companyName } : {}),
  }
  return { ...(await personOf(k, call, claims, code)), name: who.companyName ?? who.name }
}

const rolesOf = async (k: Kernel, userId: number): Promise<string[]> =>
  (
    await k.db
      .selectFrom('user_role as ur')
      .innerJoin('role as r', 'r.id', 'ur.role_id')
      .select('r.code')
      .where('ur.user_id', '=', userId)
      .execute()
  ).map(({ code }) => code)
