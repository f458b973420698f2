import { allowance } from '../../../contract/declaration/allowance.ts'
import { allowanceStateLabels, allowanceSteps } from '../../../contract/declaration/allowance-states.ts'
import { market } from '../../../contract/policy/market.ts'
import { call } from '../../api.ts'
import { fieldsOf, searchFields, type OptionSource } from '../../kit/form/fields.ts'
import { askedTogether } from '../../kit/choose/options.ts'
import { searchShape } from '../../kit/table/search-bar.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { progressOf, sourceText, toneOf } from './wording.ts'
import { wan } from '../../kit/money.ts'

const enums = askedTogether(() => call(allowance.enums, { query: {} }))
/** Columns and filters of 补贴管理. */
export const subsidyFields = fieldsOf(
  allowance.list,
  { key: 'projectName', label: '项目名称', on: ['search', 'table'], card: 'title', width: 240 },
  { key: 'companyName', label: '企业名称', on: ['search', 'table'], width: 240 },
  { key: 'policyTitle', label: '政策', on: ['table'], width: 220, hidden: true },
  {
    key: 'year',
    label: '年度',
    kind: 'select',
    options: { key: 'allowance-year', load: async () => (await enums()).year },
    on: ['search', 'table'],
    width: 90,
    sortable: 'year',
  },
  {
    key: 'amount',
    label: '金额',
    kind: 'money',
    unit: '万元',
    on: ['table'],
    width: 130,
    sortable: 'amount',
    show: (row) => <span className="num">{wan(row.amount)}</span>,
  },
  {
    key: 'state',
    label: '状态',
    kind: 'select',
    options: Object.entries(allowanceStateLabels).map(([value, label]) => ({ value, label })),
    on: ['search', 'table'],
    width: 180,
    show: (row) => <StatusTag tone={toneOf(row.state)}>{progressOf(row).name}</StatusTag>,
  },
  {
    key: 'step',
    label: '待办环节',
    kind: 'select',
    options: Object.entries(allowanceSteps).map(([value, label]) => ({ value, label })),
    on: ['search'],
  },
  {
    key: 'officeId',
    label: '拨付部门',
    kind: 'select',
    options: { key: 'allowance-office', load: async () => (await enums()).office },
    on: ['search', 'table'],
    width: 160,
    show: (row) => row.officeName ?? '无',
  },
  { key: 'source', label: '来源', on: ['table'], width: 110, show: (row) => sourceText(row.source) },
  { key: 'payDate', label: '拨付日期', on: ['table'], width: 120, sortable: 'payDate' },
  { key: 'createTime', label: '登记时间', kind: 'dateTime', on: ['table'], width: 170, sortable: 'createTime' },
)
const policies: OptionSource = {
  key: 'allowance-policies',
  load: async () =>
    (await call(market.list, { query: { page: 1, pageSize: 100 } }, { silent: true })).list.map((p) => ({ id: p.id, name: p.policyTitle })),
}
export const subsidyCriteria = [
  ...searchFields(subsidyFields),
  { key: 'policyId', label: '政策', kind: 'select' as const, options: policies },
]
export const subsidyShape = searchShape(subsidyCriteria)
