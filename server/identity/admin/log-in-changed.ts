import type { Db } from '../../kernel/db/index.ts'
import { openPii } from '../../kernel/access/pii.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { rightsNotices, type LogInPart } from '../rights-notices.ts'

/**
 * Tells the person and the security officers that a system administrator changed how the person logs in: whoever sets a log-in can use it.
 * In the transaction of the change.
 */
export async function logInChanged(
  k: Kernel,
  db: Db,
  call: Call,
  user: { id: number; name: string },
  parts: readonly LogInPart[],
): Promise<void> {
  if (parts.length > 0) await rightsNotices(k)?.changedLogIn(db, { call, user, parts })
}

/** The parts of the log-in that `input` changes; a part that it does not name stays. */
export function changedParts(
  k: Kernel,
  before: { account_id: string | null; mobile: string | null },
  input: { accountId?: string | undefined; mobile?: string | undefined },
): LogInPart[] {
  const parts: LogInPart[] = []
  if (input.accountId !== undefined && input.accountId !== (before.account_id ?? '')) parts.push('统一账号')
  if (input.mobile !== undefined && input.mobile !== (before.mobile ? openPii(k, before.mobile) : '')) parts.push('手机号')
  return parts
}
