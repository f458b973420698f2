import { Button } from 'antd'
import { useState } from 'react'
import { company, type CompanyRow } from '../../contract/company.ts'
import { ExportButton } from '../kit/exchange/export-button.tsx'
import { exportSource } from '../kit/exchange/export-source.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar } from '../kit/table/search-bar.tsx'
import { useListAddress } from '../kit/table/use-list.ts'
import { useCan } from '../session.ts'
import { companyColumns, useCompanySearch, companyShape, lookAt } from './list/company-fields.tsx'
import { Overview } from './list/overview.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'

const CompanyFacets = lazyPart(() => import('./list/company-facets.tsx').then((m) => m.CompanyFacets))

const actions = [{ label: '查看', to: (r: CompanyRow) => lookAt(r.id) }]

/** 企业列表: finds a company and opens it. The categories open on request, so that the rows are visible at once. */
export default function EnterprisesList() {
  const can = useCan()
  const search = useCompanySearch()
  const [narrowing, setNarrowing] = useState(false)
  const { state } = useListAddress(companyShape)
  return (
    <>
      <SearchBar fields={search} shape={companyShape} />
      {narrowing && <CompanyFacets />}
      <PagedTable
        name="companies"
        first="还没有企业。企业登录并建立档案，或由部门在“企业档案管理”导入后，会出现在这里。"
        fields={companyColumns}
        shape={companyShape}
        endpoint={company.list}
        actions={actions}
        tools={
          <>
            <Button aria-expanded={narrowing} onClick={() => setNarrowing(!narrowing)}>
              按类别筛选
            </Button>
            {can('export:run') && <ExportButton title="导出企业名单" source={exportSource('company', state.filters)} />}
          </>
        }
      />
      <Overview />
    </>
  )
}
