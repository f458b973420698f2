import { query } from '../../contract/fields.ts'
import { tagMemberFilters, tagSources } from '../../contract/tag.ts'
import { byKeyset, offersExport } from '../kernel/export/exporters.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { maskName, maskPhone, openPii } from '../kernel/pii.ts'
import { countMembers, selectMembers } from './queries.ts'

/** Companies that carry a tag, persons masked. */
export function offerTagExport(k: Kernel): void {
  const clear = (sealed: string | null) => (sealed === null ? null : openPii(k, sealed))
  offersExport(k, 'tagCompany', {
    title: '标签企业名单',
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
    count: ({ db, filters }) => countMembers(db, filters),
    rows: ({ db, filters, signal }) =>
      byKeyset(signal, async (after, limit) =>
        (await selectMembers(db, filters, { after, limit })).map((r) => ({
          id: r.id,
          companyName: r.name,
          code: r.credit_code,
          streetName: r.street_name,
          legalPerson: clear(r.legal_person),
          contactPerson: clear(r.contact_person),
          contactPhone: clear(r.contact_phone),
          source: tagSources[r.source],
          since: r.created_at,
        })),
      ),
  })
}
