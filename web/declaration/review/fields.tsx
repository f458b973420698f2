import { project, review, type DeclarationRow } from '../../../contract/declaration.ts'
import { call } from '../../api.ts'
import { fieldsOf, searchFields, type OptionSource, type SearchField } from '../../kit/form/fields.ts'
import type { ListShape } from '../../kit/table/list-state.ts'
import { searchShape } from '../../kit/table/search-bar.tsx'
import { DueMark } from '../../kit/date/due-mark.tsx'
import { localMinute } from '../../kit/date/local-time.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import css from './review.module.css'
import { DeskVerdictTag, verdictOptions } from './desk-verdict.tsx'
import { staffStates, type Desk } from './states.ts'

const projects: OptionSource = {
  key: 'declaration-projects',
  load: async () =>
    (await call(project.list, { query: { page: 1, pageSize: 100 } }, { silent: true })).list.map((p) => ({ id: p.id, name: p.name })),
}

export const rowFields = (open: (row: DeclarationRow) => string) =>
  fieldsOf(
    review.list,
    { key: 'declareNo', label: '受理号', on: ['search', 'table'], card: 'title', width: 140, to: open },
    { key: 'companyName', label: '企业', on: ['search', 'table'], searchLabel: '企业名称', width: 158 },
    { key: 'projectName', label: '项目', on: ['table'], width: 134 },
    { key: 'amount', label: '金额（万元）', on: ['table'], kind: 'money', sortable: 'amount', width: 128 },
    {
      key: 'verdict',
      label: '核对结论',
      kind: 'select',
      options: verdictOptions,
      on: ['search', 'table'],
      width: 118,
      show: (r) => <DeskVerdictTag verdict={r.verdict} />,
    },
    {
      key: 'state',
      label: '状态',
      on: ['table'],
      kind: 'status',
      statuses: staffStates,
      width: 116,
      show: (r) => (
        <>
          <StatusTag tone={staffStates[String(r.state)]?.tone ?? 'off'}>{r.stateName}</StatusTag>
          {r.holder && <span className={css.inHand}>{r.holder.name}</span>}
        </>
      ),
    },
    {
      key: 'submitTime',
      label: '提交时间',
      on: ['table'],
      sortable: 'submitTime',
      width: 112,
      show: (r) => (
        <span className="num" title={localMinute(r.submitTime)}>
          {localMinute(r.submitTime).slice(0, 10) || '无'}
        </span>
      ),
    },
    {
      key: 'deadline',
      label: '期限',
      on: ['table'],
      sortable: 'deadline',
      width: 170,
      show: (r) => <DueMark deadline={r.deadline} workdaysLeft={r.workdaysLeft} />,
    },
    { key: 'policyTitle', label: '政策', on: ['table'], width: 220, hidden: true },
    { key: 'depName', label: '办理部门', on: ['table'], width: 150, hidden: true },
    { key: 'approvedAmount', label: '核定金额（万元）', on: ['table'], kind: 'money', width: 150, hidden: true },
    {
      key: 'updateTime',
      label: '更新时间',
      on: ['table'],
      sortable: 'updateTime',
      width: 150,
      hidden: true,
      show: (r) => <span className="num">{localMinute(r.updateTime)}</span>,
    },
  )

export const deskSearch: readonly SearchField[] = [
  ...searchFields(rowFields(() => '')),
  {
    key: 'holder',
    label: '办理人',
    kind: 'select',
    options: [
      { value: 'mine', label: '我领取的' },
      { value: 'none', label: '未领取' },
      { value: 'others', label: '他人领取' },
    ],
  },
  { key: 'projectId', label: '项目', kind: 'select', options: projects },
  { key: 'submitTime', label: '提交日期', kind: 'dateRange', rangeKeys: ['submitFrom', 'submitTo'] },
]

/** Filters of a desk in the address. Reviewers start with their to-dos, readers with all states of the stage. */
export const deskShape = (desk: Desk, reviews: boolean): ListShape => {
  const shape = searchShape(deskSearch)
  return {
    ...shape,
    named: { todo: '待我办理', state: '状态' },
    filters: [...shape.filters, 'state', 'todo'],
    defaults: { filters: desk.all ? {} : reviews ? { todo: 'true' } : { state: String(desk.own[0]) } },
  }
}
