import type { Actor } from '../actor.ts'
import { nudgeSealing } from './audit-chain.ts'
import { rowText } from './audit-row.ts'
import type { Db } from '../db/index.ts'
import type { Call } from '../kernel.ts'
import { kernelOf } from '../kernel-of.ts'
import { currentKey, hmacSm3 } from '../access/keyring.ts'
import { maskDeep } from '../access/pii.ts'

export interface AuditEntry {
  /** `<thing>.<verb>`, such as `policy.publish`, `session.login` */
  action: string
  objectType?: string
  objectId?: string | number | null
  result?: 'ok' | 'refused' | 'failed'
  /** Small and free of secrets: ids, states, counts. Phone and ID numbers are masked when the row is written. */
  detail?: Record<string, unknown>
  /** The actor, where the call does not know it yet (log-in) or acts for somebody. */
  actor?: Pick<Actor, 'userId' | 'type' | 'roles'>
}

type AuditCall = Pick<Call, 'actor' | 'requestId' | 'ip'>

/**
 * Writes one audit row with its own HMAC-SM3. When `db` is the transaction of the change, both commit together (L-03). The sealing job
 * links the chain later, so business writes do not wait for each other. A database error is thrown, and the change fails too.
 */
export async function audit(db: Db, call: AuditCall, entry: AuditEntry): Promise<void> {
  const k = kernelOf(db)
  const actor = entry.actor ?? atTheKeyboard(call.actor)
  const row = {
    at: k.clock.now().toISOString(),
    actor_id: actor?.userId ?? null,
    actor_type: actor?.type ?? (call.ip === '' ? 'SYSTEM' : 'ANON'),
    actor_role: actor ? actor.roles.join(',').slice(0, 200) : null,
    ip: call.ip || null,
    action: entry.action,
    object_type: entry.objectType ?? null,
    object_id: entry.objectId === undefined || entry.objectId === null ? null : String(entry.objectId),
    result: entry.result ?? 'ok',
    request_id: call.requestId,
    detail: entry.detail === undefined ? null : (maskDeep(JSON.parse(JSON.stringify(entry.detail))) as Record<string, unknown>),
  }
  const key = currentKey(k, 'audit')
  const mac = `${key.id}:${hmacSm3(key.key('row'), rowText(row))}`
  await db
    .insertInto('audit_log')
    .values({ ...row, detail: row.detail === null ? null : JSON.stringify(row.detail), mac })
    .execute()
  nudgeSealing(k)
}

/** While a security officer views the platform as somebody else, the audit row names the officer. */
const atTheKeyboard = (actor: Actor | null): AuditEntry['actor'] | null => {
  if (!actor?.viewer) return actor
  const { userId, roles } = actor.viewer
  return { userId, type: 'YYF', roles }
}

/** The call of work without an HTTP request: jobs, seeds, scripts. */
export const systemCall = (requestId: string, actor: Actor | null = null): Call => ({
  actor,
  requestId,
  ip: '',
  userAgent: '',
  cookies: {},
  setCookie: () => {},
  token: null,
  signal: new AbortController().signal,
})
