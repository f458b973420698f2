import { query } from '../../contract/fields.ts'
import { tagMemberFilters, tagSources } from '../../contract/tag.ts'
import { isOpenToOthers, noteExport } from '../company/index.ts'
import { byKeyset, offersExport } from '../kernel/export/exporters.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { maskName, maskPhone, openPii } from '../kernel/access/pii.ts'
import { countMembers, membersAfter } from './member-queries.ts'
import { smartNameOf } from './queries.ts'

/** Exports the companies of a tag, with persons masked. */
export function offerTagExport(k: Kernel): void {
  const clear = (sealed: string | null) => (sealed === null ? null : openPii(k, sealed))
  offersExport(k, 'tagCompany', {
    title: '标签企业名单',
    archive: true,
    access: 'tag:read',
    filters: query(tagMemberFilters),
    columns: [
      { key: 'companyName', title: '企业名称', width: 34 },
      { key: 'code', title: '统一社会信用代码', width: 22 },
      { key: 'streetName', title: '镇街', width: 14 },
      { key: 'legalPerson', title: '法定代表人', width: 14, mask: maskName },
      { key: 'contactPerson', title: '联系人', width: 14, mask: maskName },
      { key: 'contactPhone', title: '联系电话', width: 16, mask: maskPhone },
      { key: 'source', title: '来源', width: 10 },
      { key: 'since', title: '挂标签时间', width: 22 },
    ],
    count: ({ db, actor, filters }) => countMembers(db, actor, filters),
    rows: async function* ({ db, actor, filters, signal, exportId }) {
      const left: number[] = []
      yield* byKeyset(signal, async (after, limit) => {
        const rows = await membersAfter(db, actor, filters, after, limit)
        left.push(...rows.filter((r) => r.source === 'smart').map((r) => r.id))
        return rows.map((r) => ({
          id: r.id,
          companyName: r.name,
          code: r.credit_code,
          streetName: r.street_name,
          legalPerson: clear(r.legal_person),
          contactPerson: isOpenToOthers('contactPerson', r) ? clear(r.contact_person) : maskName(clear(r.contact_person)),
          contactPhone: isOpenToOthers('contactPhone', r) ? clear(r.contact_phone) : maskPhone(clear(r.contact_phone)),
          source: tagSources[r.source],
          since: r.created_at,
        }))
      })
      if (!signal.aborted && left.length > 0)
        await noteExport(k, db, actor, `导出智能标签“${await smartNameOf(db, filters.tagId)}”的企业`, left, exportId)
    },
  })
}
