import { authStatusLabels, companyFilters } from '../../contract/company.ts'
import { query } from '../../contract/fields.ts'
import { byKeyset, offersExport } from '../kernel/export/exporters.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { maskName, maskPhone, openPii } from '../kernel/access/pii.ts'
import { countPhoneSearch } from './access.ts'
import { smartTagName } from './note-tagged.ts'
import { isOpenToOthers } from './persons.ts'
import { noteExport } from './uses.ts'
import { countAsked } from './count-asked.ts'
import { askedCompanies, companyRows } from './queries.ts'

/** /work/EnterprisesList: register data with masked persons; facts of the archive are never included. */
export function offerCompanyExport(k: Kernel): void {
  const clear = (sealed: string | null) => (sealed === null ? null : openPii(k, sealed))
  offersExport(k, 'company', {
    title: '企业名单',
    archive: true,
    access: 'export:run',
    filters: query(companyFilters),
    columns: [
      { key: 'companyName', title: '企业名称', width: 34 },
      { key: 'code', title: '统一社会信用代码', width: 22 },
      { key: 'streetName', title: '镇街', width: 14 },
      { key: 'industryName', title: '行业', width: 26 },
      { key: 'establishDate', title: '成立日期', width: 14 },
      { key: 'legalPerson', title: '法定代表人', width: 14, mask: maskName },
      { key: 'contactPerson', title: '联系人', width: 14, mask: maskName },
      { key: 'contactPhone', title: '联系电话', width: 16, mask: maskPhone },
      { key: 'authStatus', title: '授权状态', width: 12 },
      { key: 'completeness', title: '信息完整度（%）', width: 16 },
    ],
    admit: (_, call, filters) => countPhoneSearch(k, call, filters),
    count: (scope) => countAsked(k, scope),
    rows: async function* ({ db, actor, filters, signal, exportId }) {
      const tag = await smartTagName(db, filters.tagId)
      const left: number[] = []
      yield* byKeyset(signal, async (after, limit) => {
        const ids = (
          await askedCompanies(k, db, actor, filters).where('c.id', '>', after).select('c.id').orderBy('c.id').limit(limit).execute()
        ).map((r) => r.id)
        const rows = ids.length ? await companyRows(db).where('c.id', 'in', ids).orderBy('c.id').execute() : []
        if (tag !== null) left.push(...ids)
        return rows.map((r) => ({
          id: r.id,
          companyName: r.name,
          code: r.credit_code,
          streetName: r.street_name,
          industryName: r.industry_name,
          establishDate: r.registered_date,
          legalPerson: clear(r.legal_person),
          contactPerson: isOpenToOthers('contactPerson', r) ? clear(r.contact_person) : maskName(clear(r.contact_person)),
          contactPhone: isOpenToOthers('contactPhone', r) ? clear(r.contact_phone) : maskPhone(clear(r.contact_phone)),
          authStatus: authStatusLabels[r.auth_status],
          completeness: r.completeness,
        }))
      })
      if (!signal.aborted && tag !== null) await noteExport(k, db, actor, `导出智能标签“${tag}”的企业`, left, exportId)
    },
  })
}
