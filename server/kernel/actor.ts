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
  /** staff: the rows that their roles open (row-rules.ts); without rules they see no row */
  rules?: readonly RowRule[]
  /** this session was opened with a password that a system administrator set and therefore knows */
  givenPassword?: true
  /** a security officer who views the platform as this person, and until when; the audit log names the officer */
  viewer?: {
    userId: number
    name: string
    roles: readonly string[]
    until: string
    /** a requested change of rights that is shown as if it had taken effect */
    change?: { title: string; menuIds: readonly number[] }
  }
}

/** Refuses a call that the declared access does not admit: no session → 401; wrong user type or missing right → FORBIDDEN. */
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

/** Names the missing right and who can grant it. */
const lacking = (code: PermissionCode): string =>
  isReserved(code)
    ? `需要“${permissions[code].name}”权限，只有平台的管理员持有`
    : `需要“${permissions[code].name}”权限，${messages.askOfficer}`

/** The actor of a call whose access is not public. */
export function signedIn(actor: Actor | null): Actor {
  if (!actor) throw sessionDead()
  return actor
}

/**
 * The caller of an endpoint with public access. An invalid token counts as no token (S-05). An expired token is refused (401, 402), so that
 * the browser renews it and repeats the call.
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

/** The company of the caller's own account. Consent, payee and delegates belong to the company, so people who act for it are refused. */
export function ownCompanyOf(actor: Actor, refusal: string): number {
  const companyId = companyOf(actor)
  if (!isOwnAccount(actor)) throw forbidden(refusal)
  return companyId
}

/** True for the company's own account, false for a person who acts for the company (changeToCompany). */
export const isOwnAccount = (actor: Actor): boolean => actor.type === 'QY' && actor.ownType === undefined && actor.companyId !== null

/** A member of staff without a session, with some permissions and the rules that belong to them: for queries of the rows which they would see. */
export const staffWith = ({
  permissions: held,
  ...person
}: Pick<Actor, 'userId' | 'name' | 'officeId'> & { permissions: readonly PermissionCode[]; rules: readonly RowRule[] }): Actor => ({
  ...person,
  sessionId: '',
  type: 'YYF',
  companyId: null,
  roles: [],
  permissions: new Set(held),
})
