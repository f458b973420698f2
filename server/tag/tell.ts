import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'
import type { Pair } from './changes.ts'

/** Companies per notice, to bound the size of a statement. */
const AT_ONCE = 1000

/**
 * Notifies companies of tags that were put on or taken off, in the transaction of the change, if they may see the tag. One statement per
 * tag; companies without accounts get nothing.
 */
export async function tellTags(db: Db, k: Kernel, { joined = [], left = [] }: { joined?: readonly Pair[]; left?: readonly Pair[] }) {
  const ids = [...new Set([...joined, ...left].map((p) => p.tagId))]
  if (ids.length === 0) return
  const tags = await db
    .selectFrom('tag')
    .select(['id', 'name', 'smart'])
    .where('id', 'in', ids)
    .where('enabled', '=', true)
    .where('visible', '=', true)
    .orderBy('id')
    .execute()
  for (const tag of tags) {
    const how = tag.smart ? '由平台按规则和贵企业档案判定' : '由工作人员标注'
    await tellEach(db, k, joined, tag.id, `贵企业新增标签“${tag.name}”`, `${how}。如与实际不符，请核对企业档案或联系企业服务中心。`)
    await tellEach(db, k, left, tag.id, `贵企业的标签“${tag.name}”已取下`, `${how}。如有疑问，请核对企业档案或联系企业服务中心。`)
  }
}

async function tellEach(db: Db, k: Kernel, pairs: readonly Pair[], tagId: number, title: string, body: string): Promise<void> {
  const companyIds = pairs.filter((p) => p.tagId === tagId).map((p) => p.companyId)
  for (let at = 0; at < companyIds.length; at += AT_ONCE)
    await notify(db, k, {
      to: { companyIds: companyIds.slice(at, at + AT_ONCE) },
      kind: 'company',
      title,
      body,
      link: '/work/enterpriseArchive',
    })
}
