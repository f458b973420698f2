import type { Access, UserType } from '../../contract/endpoint.ts'
import { messages } from '../../contract/messages.ts'
import { isReserved, permissions, type PermissionCode } from '../../contract/permissions.ts'
import type { RowRule } from '../../contract/row-rules.ts'
import { forbidden, sessionDead } from './errors.ts'
import type { Call, Kernel } from './kernel.ts'

/** Who is calling. Rights come from the server's tables, never from the caller. */
export interface Actor {
  userId: number
  sessionId: string
  type: UserType
  name: string
  /** companies: the bound company; null for the rest */
  companyId: number | null
  /** the person's own type while they act for a company (changeToCompany); absent otherwise */
  ownType?: UserType
  /** staff: their department; null for the rest */
  officeId: number | null
  roles: readonly string[]
  permissions: ReadonlySet<string>
  /** staff: which rows their roles open (row-rules.ts); none opens none */
  rules?: readonly RowRule[]
  /** a security officer who looks at the platform as this person, and until when: whoever is at the keyboard, for the audit log */
  viewer?: { userId: number; name: string; roles: readonly string[]; until: string }
}

/** Refuses a call that the declared access does not admit. Order: no session → 401; wrong kind or no right → FORBIDDEN. */
export function checkAccess(access: Access, actor: Actor | null): void {
  if (access === 'public') return
  if (!actor) throw sessionDead()
  if (access === 'token') return
  if ('types' in access) {
    if (!access.types.includes(actor.type))
      throw forbidden(access.types.length === 1 && access.types[0] === 'QY' ? messages.enterpriseLoginFirst : undefined)
    return
  }
  if (!actor.permissions.has(access.can)) throw forbidden(actor.type === 'YYF' ? lacking(access.can) : undefined)
}

/** What is missing and who gives it, so that nobody has to ask around. */
const lacking = (code: PermissionCode): string =>
  isReserved(code)
    ? `需要“${permissions[code].name}”权限，只有平台的管理员持有`
    : `需要“${permissions[code].name}”权限，请联系安全管理员授予`

/** The actor of a call whose access is not public. */
export function signedIn(actor: Actor | null): Actor {
  if (!actor) throw sessionDead()
  return actor
}

/**
 * Who makes a call whose access is public, where it matters: a bad token counts as none there (S-05). One that has run out is refused here as
 * everywhere (401, 402), so that the browser renews it and asks again instead of being told that it may not.
 */
export async function callerOf(k: Kernel, call: Call): Promise<Actor | null> {
  return call.actor ?? (call.token ? k.authenticate(call.token) : null)
}

/** The company a QY actor acts for. */
export function companyOf(actor: Actor | null): number {
  const { companyId } = signedIn(actor)
  if (companyId === null) throw forbidden(messages.enterpriseLoginFirst)
  return companyId
}

/** The company that the caller's own account is of. What a company owns (consent, payee, who may act for it) is not for those who act for it. */
export function ownCompanyOf(actor: Actor, refusal: string): number {
  const companyId = companyOf(actor)
  if (!isOwnAccount(actor)) throw forbidden(refusal)
  return companyId
}

/** The company's own account, not a person who acts for it (changeToCompany). */
export const isOwnAccount = (actor: Actor): boolean => actor.type === 'QY' && actor.ownType === undefined && actor.companyId !== null
