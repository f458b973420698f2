import { system } from '../../../contract/system.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { logShape, whenAndWho } from './fields.tsx'

export const visitFields = [
  ...whenAndWho,
  ...fieldsOf(
    system.listLogs,
    { key: 'pageTitle', label: '页面', on: ['table'], card: 'title' },
    { key: 'routerName', label: '地址', searchLabel: '页面名称或地址', on: ['search', 'table'], width: 260 },
    { key: 'ip', label: '来源', on: ['table'], width: 140 },
  ),
]
export const visitCriteria = searchFields(visitFields)
export const visitShape = logShape(visitCriteria)
