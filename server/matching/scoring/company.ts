import { authStatusOf, companyName, readerOf } from '../../company/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import { refused } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'

/**
 * The company of a call: an enterprise's own, or for staff with company:read one they may see; without consent no archive is read (P-01).
 */
export async function scoredCompany(
  k: Kernel,
  actor: Actor,
  asked: number | undefined,
): Promise<{ companyId: number; own: boolean; name: string }> {
  const reader = await readerOf(k.db, actor, asked)
  const name = await companyName(k.db, reader.companyId)
  if ((await authStatusOf(k.db, reader.companyId)) !== '02')
    throw refused(reader.own ? '尚未授权平台读取企业档案，请先完成企业用户授权' : '该企业尚未授权，不能查看企业档案', 'NO_CONSENT')
  return { ...reader, name }
}
