import { system } from '../../../contract/system.ts'
import { fieldsOf, type SearchField } from '../../kit/form/fields.ts'
import { searchShape } from '../../kit/table/search-bar.tsx'
import { LogTime, Who } from './cells.tsx'

/** When, and who: the first fields of every log. */
export const whenAndWho = fieldsOf(
  system.listLogs,
  {
    key: 'at',
    label: '时间',
    kind: 'dateRange',
    rangeKeys: ['startTime', 'endTime'],
    on: ['search', 'table'],
    width: 180,
    show: (row) => <LogTime at={row.at} />,
  },
  { key: 'userName', label: '用户', searchLabel: '用户姓名', on: ['search', 'table'], width: 150, show: (row) => <Who entry={row} /> },
)

/** The shape of a log’s address: besides its criteria, the last row before which the next part begins. */
export function logShape(criteria: readonly SearchField[]) {
  const searched = searchShape(criteria)
  return { ...searched, named: { before: '早于' }, filters: [...searched.filters, 'before'] }
}
