import { auditRecordWords, auditResults, auditWords } from '../../../contract/audit-words.ts'
import { system } from '../../../contract/system.ts'
import { call } from '../../api.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import { logShape, whenAndWho } from './fields.tsx'

const facets = () => call(system.logFacets, { query: {} }, { silent: true })

export const auditFields = [
  ...whenAndWho,
  ...fieldsOf(
    system.listLogs,
    {
      key: 'action',
      label: '事项',
      kind: 'select',
      options: {
        key: 'audit-actions',
        load: async () => (await facets()).actions.map((value) => ({ value, label: auditWords(value) })),
      },
      on: ['search', 'table'],
      card: 'title',
      width: 200,
      show: (row) => auditWords(row.action ?? ''),
    },
    {
      key: 'objectType',
      label: '对象类型',
      kind: 'select',
      options: {
        key: 'audit-objects',
        load: async () => (await facets()).objectTypes.map((value) => ({ value, label: auditRecordWords(value) })),
      },
      on: ['search', 'table'],
      width: 150,
      show: (row) => (row.objectType ? auditRecordWords(row.objectType) : '无'),
    },
    { key: 'objectId', label: '对象编号', on: ['search', 'table'], width: 170, show: (row) => row.objectName ?? row.objectId },
    {
      key: 'result',
      label: '结果',
      kind: 'select',
      options: Object.entries(auditResults).map(([value, label]) => ({ value, label })),
      on: ['search', 'table'],
      width: 100,
      show: (row) => <StatusTag tone={row.result === 'ok' ? 'done' : 'urgent'}>{auditResults[row.result ?? ''] ?? row.result}</StatusTag>,
    },
    { key: 'requestId', label: '追踪号', on: ['search', 'table'], width: 170, hidden: true },
    { key: 'ip', label: '来源', on: ['table'], width: 140, hidden: true },
  ),
]
export const auditCriteria = searchFields(auditFields)
export const auditShape = logShape(auditCriteria)
