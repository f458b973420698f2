import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { askedCompanies, type CompanyFilters } from './queries.ts'
import { noteListed } from './uses.ts'

/** The name of a smart tag; null for a tag kept by hand, or without a tag. */
export const smartTagName = async (db: Db, tagId: number | undefined): Promise<string | null> =>
  tagId === undefined
    ? null
    : ((await db.selectFrom('tag').select('name').where('id', '=', tagId).where('smart', '=', true).executeTakeFirst())?.name ?? null)

/** Records the look at companies that were shown because of a smart tag; nothing is recorded for tags kept by hand. */
export async function noteTagged(k: Kernel, actor: Actor, tagId: number | undefined, companyIds: readonly number[]): Promise<void> {
  const name = companyIds.length === 0 ? null : await smartTagName(k.db, tagId)
  if (name !== null) await noteListed(k, k.db, actor, `查看智能标签“${name}”的企业`, companyIds)
}

/** A smaller number reveals which companies have a smart tag, so they count as shown. */
const FEW = 5
export async function noteFewTagged(k: Kernel, actor: Actor, filters: CompanyFilters): Promise<void> {
  if (filters.tagId === undefined) return
  const rows = await askedCompanies(k, k.db, actor, filters).select('c.id').limit(FEW).execute()
  if (rows.length < FEW)
    await noteTagged(
      k,
      actor,
      filters.tagId,
      rows.map((row) => row.id),
    )
}
