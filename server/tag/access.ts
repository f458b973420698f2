import { requireCompany, tagsOf } from '../company/index.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { forbidden, notFound } from '../kernel/errors.ts'
import { opensAll } from '../kernel/access/row-rules.ts'

/** A tag out of this person's sight is absent. The platform itself (null) sees every one. */
export async function requireTags(db: Db, actor: Actor | null, ids: readonly number[]): Promise<void> {
  if (actor === null || opensAll(actor, 'tag') || ids.length === 0) return
  const wanted = [...new Set(ids)]
  const rows = await db.selectFrom('tag as t').select('t.id').where('t.id', 'in', wanted).where(tagsOf(actor)).execute()
  if (rows.length !== wanted.length) throw notFound('标签不存在')
}

/**
 * Whose tags a call speaks of: an enterprise only its own and only those shown to it, staff with tag:read those of a
 * company in their sight. Everybody else is refused; a company that is foreign or out of sight answers as if absent.
 */
export async function tagReaderOf(db: Db, actor: Actor, asked: number | undefined): Promise<{ companyId: number; own: boolean }> {
  if (actor.type === 'QY') {
    if (actor.companyId === null) throw forbidden('当前账号尚未绑定企业，请联系系统管理员')
    if (asked !== undefined && asked !== actor.companyId) throw notFound()
    return { companyId: actor.companyId, own: true }
  }
  if (!actor.permissions.has('tag:read')) throw forbidden()
  if (asked === undefined) throw notFound()
  await requireCompany(db, actor, asked)
  return { companyId: asked, own: false }
}
