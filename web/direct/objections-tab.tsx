import { objectionStatus } from '../../contract/passing.ts'
import { directStaff, type DirectListDetail } from '../../contract/direct.ts'
import { verdicts, type Verdict } from '../../contract/matching/verdicts.ts'
import { fieldsOf } from '../kit/form/fields.ts'
import { aboutOf, objectionsList } from './words.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import type { Decision } from './decisions.tsx'

const fields = fieldsOf(
  directStaff.objections,
  { key: 'companyName', label: '提出的企业', on: ['table'], card: 'title', width: 190 },
  {
    key: 'state',
    label: '结果',
    on: ['table'],
    width: 90,
    show: (o) => <StatusTag tone={objectionStatus(o.state).tone}>{objectionStatus(o.state).label}</StatusTag>,
  },
  { key: 'targetName', label: '针对', on: ['table'], width: 150, show: aboutOf },
  { key: 'content', label: '内容', on: ['table'], width: 240 },
  {
    key: 'verdict',
    label: '提出时的判定',
    on: ['table'],
    width: 120,
    show: (o) => (o.verdict ? verdicts[o.verdict as Verdict] : o.rowId === null ? '未授权，未判定' : '无'),
  },
  { key: 'reply', label: '答复', on: ['table'], width: 190 },
  { key: 'createTime', label: '提出时间', kind: 'dateTime', on: ['table'], width: 150 },
)
const shape = { filters: [], prefix: 'o' }

/** Objections to a list, newest first. */
export function ObjectionsTab({ detail: d, onDecide }: { detail: DirectListDetail; onDecide(decision: Decision): void }) {
  return (
    <PagedTable
      name={objectionsList(d.id)}
      fields={fields}
      shape={shape}
      endpoint={directStaff.objections}
      asked={{ listId: d.id }}
      actions={[
        {
          label: '答复',
          when: (o) => o.answerable,
          open: (objection) => onDecide({ on: 'objection', objection }),
        },
      ]}
      first="没有收到异议。"
    />
  )
}
