import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import { managed, policyStateCodes, policyStateLabels, stateOptions, type ManagedPolicy } from '../../../contract/policy.ts'
import { proposalTones } from '../../../contract/policy/proposal-codes.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { fieldsOf } from '../../kit/form/fields.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import { money } from '../../kit/money.ts'
import { moreCriteria } from './criteria.ts'

/** The state with its times (待上架: from when, 已上架: until when), and open proposals below. */
export function PolicyState({ row }: { row: Pick<ManagedPolicy, 'state' | 'publishAt' | 'takeDownAt' | 'proposals'> }) {
  const at =
    row.state !== POLICY_STATE.published && row.publishAt
      ? `${localMinute(row.publishAt)} 上架`
      : row.takeDownAt
        ? `${localMinute(row.takeDownAt)} 下架`
        : null
  return (
    <>
      <StatusTag tone={policyStateCodes.tones[row.state as 0]}>{policyStateLabels[row.state as 0]}</StatusTag>
      {at && <div className="meta num">{at}</div>}
      {row.proposals.map((p) => (
        <div key={p.id} style={{ marginTop: 4 }}>
          <StatusTag tone={proposalTones[p.state]}>{p.stateName}</StatusTag>
          {p.effectiveOn && <div className="meta num">自 {p.effectiveOn} 起</div>}
        </div>
      ))}
    </>
  )
}

/** Columns and filters shared by the lists of policies. */
export const policyFields = (to: (row: ManagedPolicy) => string) => [
  ...fieldsOf(
    managed.list,
    { key: 'keyword', label: '关键词', kind: 'text', on: ['search'], placeholder: '标题、文号' },
    {
      key: 'state',
      label: '状态',
      kind: 'select',
      options: stateOptions,
      on: ['search', 'table'],
      width: 150,
      show: (row) => <PolicyState row={row} />,
    },
  ),
  ...moreCriteria,
  ...fieldsOf(
    managed.list,
    {
      key: 'policyTitle',
      label: '政策标题',
      on: ['table'],
      card: 'title',
      width: 320,
      to,
    },
    { key: 'policyDepName', label: '发文部门', on: ['table'], width: 180 },
    {
      key: 'maxAmount',
      label: '最高金额',
      kind: 'number',
      on: ['table'],
      width: 130,
      show: (row) => (row.maxAmount === null ? '无' : money(row.maxAmount)),
    },
    { key: 'applyTo', label: '申报截止', kind: 'date', on: ['table'], width: 120 },
    {
      key: 'brokenLinks',
      label: '链接检查',
      on: ['table'],
      width: 110,
      show: (row) => (row.brokenLinks > 0 ? <StatusTag tone="urgent">{row.brokenLinks} 处失效</StatusTag> : '无'),
    },
    { key: 'viewNum', label: '浏览', kind: 'number', on: ['table'], width: 90 },
    { key: 'submitterName', label: '提交人', on: ['table'], hidden: true, width: 130 },
    { key: 'reviewerName', label: '审核人', on: ['table'], hidden: true, width: 130 },
    { key: 'updateTime', label: '更新时间', kind: 'dateTime', on: ['table'], sortable: 'updateTime', width: 170 },
  ),
]
