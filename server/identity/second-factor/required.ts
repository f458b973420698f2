import type { Db } from '../../kernel/db/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { administratorsAmong } from '../admin/administrator-log-in.ts'

/** Whether the platform requires a second factor of this account (MFA): of administrators, all staff, or nobody. */
export async function isRequired(k: Kernel, db: Db, user: { id: number; type: string }): Promise<boolean> {
  const asked = k.config.MFA ?? (k.config.DEMO ? 'off' : 'admins')
  if (user.type !== 'YYF' || asked === 'off') return false
  return asked === 'staff' || (await administratorsAmong(db, [user.id])).has(user.id)
}
