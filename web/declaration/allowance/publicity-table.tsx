import { allowance } from '../../../contract/declaration/allowance.ts'
import type { Data } from '../../../contract/endpoint.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { OwnObjection } from './own-objection.tsx'
import { wan } from '../../kit/money.ts'

type Row = Data<typeof allowance.publicityList>['list'][number]
const fields = fieldsOf(
  allowance.publicityList,
  { key: 'keyword', label: '关键词', on: ['search'], placeholder: '企业名称、项目名称' },
  { key: 'companyName', label: '企业', on: ['table'], card: 'title', width: 230 },
  { key: 'projectName', label: '项目名称', on: ['table'], width: 190 },
  { key: 'policyTitle', label: '政策', on: ['table'], width: 220, hidden: true },
  { key: 'year', label: '年度', on: ['table'], width: 70 },
  {
    key: 'amount',
    label: '金额',
    on: ['table'],
    kind: 'money',
    unit: '万元',
    width: 110,
    show: (row) => <span className="num">{wan(row.amount)}</span>,
  },
  { key: 'publicTo', label: '公示截止', on: ['table'], width: 120 },
  { key: 'objection', label: '我的异议', on: ['table'], width: 200, show: (row) => <OwnObjection said={row.objection} /> },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria, { prefix: 'p' })

export const PUBLICITY = 'publicity'
/** Today's publicities; any signed-in user may object once. */
export function PublicityTable({ onObject }: { onObject?: (id: number) => void }) {
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={PUBLICITY}
        fields={fields}
        shape={shape}
        endpoint={allowance.publicityList}
        {...(onObject
          ? { actions: [{ label: '提出异议', when: (row: Row) => row.objection === null, open: (row: Row) => onObject(row.id) }] }
          : {})}
        first="目前没有公示中的补贴。"
      />
    </>
  )
}
