import type { Actor } from '../kernel/actor.ts'
import { forbidden, notFound } from '../kernel/errors.ts'

/**
 * Whose tags a call speaks of: an enterprise only its own and only those shown to it, staff with tag:read any company's. Everybody else is
 * refused; a foreign company answers as if absent.
 */
export function tagReaderOf(actor: Actor, asked: number | undefined): { companyId: number; own: boolean } {
  if (actor.type === 'QY') {
    if (actor.companyId === null) throw forbidden('当前账号尚未绑定企业，请联系系统管理员')
    if (asked !== undefined && asked !== actor.companyId) throw notFound()
    return { companyId: actor.companyId, own: true }
  }
  if (!actor.permissions.has('tag:read')) throw forbidden()
  if (asked === undefined) throw notFound()
  return { companyId: asked, own: false }
}
