import { system } from '../../../contract/system.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { searchShape } from '../../kit/table/search-bar.tsx'
import { LogTime, Who } from './cells.tsx'

export const visitFields = fieldsOf(
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
  { key: 'pageTitle', label: '页面', on: ['table'], card: 'title' },
  { key: 'routerName', label: '地址', searchLabel: '页面名称或地址', on: ['search', 'table'], width: 260 },
  { key: 'ip', label: '来源', on: ['table'], width: 140 },
)
export const visitCriteria = searchFields(visitFields)
const searched = searchShape(visitCriteria)
export const visitShape = { ...searched, named: { before: '早于' }, filters: [...searched.filters, 'before'] }
