import type { Actor } from '../kernel/actor.ts'
import { forbidden, notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { countSearch } from '../kernel/access/reveals.ts'

/** Which companies carry a tag is told to those who may read tags. */
export function refuseForeignFilters(actor: Actor, filters: { tagId?: number | undefined }): void {
  if (filters.tagId !== undefined && !actor.permissions.has('tag:read')) throw forbidden()
}

/** Looking for a phone, which the list shows masked, is counted (G-07). */
export const countPhoneSearch = async (k: Kernel, call: Call, { phone }: { phone?: string | undefined }): Promise<void> => {
  if (phone !== undefined) await countSearch(k, call, 'company', phone)
}

export type CompanyReader = { companyId: number; own: boolean }

/** Whose company a call speaks of: an enterprise only ever its own, staff any with company:read; everybody else is refused. */
export function readerOf(actor: Actor, asked: number | undefined): CompanyReader {
  if (actor.type === 'QY') {
    if (actor.companyId === null) throw forbidden('当前账号尚未绑定企业，请联系系统管理员')
    // A foreign company answers as if absent (architecture §4).
    if (asked !== undefined && asked !== actor.companyId) throw notFound()
    return { companyId: actor.companyId, own: true }
  }
  if (!actor.permissions.has('company:read')) throw forbidden()
  if (asked === undefined) throw notFound()
  return { companyId: asked, own: false }
}
