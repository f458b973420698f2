import { createHash } from 'node:crypto'
import { z } from 'zod'
import { generatedUserName } from '../../../contract/identity/user-name.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { companiesOf } from '../companies.ts'
import { loginRefused } from '../login.ts'
import type { Variant } from '../sessions.ts'
import { createUser } from '../users.ts'

/** A name as the provider writes it, without control characters and characters that nobody sees. */
const claimedName = (max: number) =>
  z
    .string()
    .max(max)
    .transform((s) => s.replace(/[\p{Cc}\p{Cf}]/gu, '').trim() || undefined)
    .optional()
/** The claims requested from a provider. An enterprise has its credit code; user_type decides when both types are possible. */
const Claims = z.object({
  sub: z.string().min(1).max(200),
  name: claimedName(100),
  user_type: z.enum(['QY', 'GR']).optional(),
  credit_code: z.string().max(18).optional(),
  company_name: claimedName(200),
})

/**
 * The user of a verified subject; created on the first visit. Operators cannot log in this way. Refuses a disabled account like every
 * log-in.
 */
export async function personOf(k: Kernel, by: Call, proven: object, variant: Variant = 'sso'): Promise<{ id: number; roles: string[] }> {
  // Somebody else may still be logged in in this browser; what happens to the arriving account is not that person's act.
  const call: Call = { ...by, actor: null }
  const parsed = Claims.safeParse(proven)
  if (!parsed.success) throw refused('统一身份认证返回的信息不完整，无法登录', 'SSO_CLAIMS')
  const claims = parsed.data
  const known = await k.db.selectFrom('sys_user').select(['id', 'type', 'enabled']).where('account_id', '=', claims.sub).executeTakeFirst()
  if (known) {
    if (known.enabled && known.type !== 'YYF') return { id: known.id, roles: [roleOf(known.type)] }
    await audit(k.db, call, {
      action: 'login',
      objectType: 'user',
      objectId: known.id,
      result: 'refused',
      detail: { variant, why: known.enabled ? 'type' : 'disabled' },
    })
    throw loginRefused()
  }
  const type = claims.user_type ?? (claims.credit_code ? 'QY' : 'GR')
  const id = await k.db.transaction().execute(async (db) => {
    const companyId = type === 'QY' ? await companyOf(k, db, claims) : undefined
    return createUser(
      db,
      call,
      {
        userName: generatedUserName(createHash('sha256').update(claims.sub).digest('hex').slice(0, 20)),
        accountId: claims.sub,
        type,
        roles: [roleOf(type)],
        name: (type === 'QY' ? claims.company_name : undefined) ?? claims.name ?? '用户',
        ...(companyId === undefined ? {} : { companyId }),
      },
      k.clock.now(),
    )
  })
  return { id, roles: [roleOf(type)] }
}

const roleOf = (type: 'QY' | 'GR') => (type === 'QY' ? 'enterprise' : 'individual')

async function companyOf(k: Kernel, db: Kernel['db'], claims: z.output<typeof Claims>): Promise<number> {
  const directory = companiesOf(k)
  if (!directory || !claims.credit_code) throw refused('统一身份认证未返回企业的社会信用代码，无法登录', 'SSO_CLAIMS')
  return directory.idOf(db, { creditCode: claims.credit_code, name: claims.company_name ?? claims.name ?? claims.credit_code })
}
