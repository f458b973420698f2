import { Link } from 'react-router'
import { businessTypeOptions, businessTypes, type BusinessType } from '../../../contract/company/business-type.ts'
import { authStatuses, authStatusLabels, company } from '../../../contract/company.ts'
import { domainTree, domainTypes } from '../../../contract/domain-tree.ts'
import { tag } from '../../../contract/tag.ts'
import { call } from '../../api.ts'
import { areasAbove } from '../../kit/choose/areas.ts'
import { fieldsOf, type SearchField } from '../../kit/form/fields.ts'
import { askedTogether, readOptions } from '../../kit/choose/options.ts'
import { searchShape } from '../../kit/table/search-bar.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { useCan } from '../../session.ts'
import { CompanyNameInput } from './company-name-input.tsx'

const lists = askedTogether(() => call(company.enums, {}, { silent: true }))
const enums = (key: 'streetId' | 'industry') => ({ key: `company.enums.${key}`, load: async () => (await lists())[key] })
/** Counties and cities in which companies are located, followed by the streets. */
const areas = {
  key: 'company.areas',
  load: async () => {
    const [tree, streets] = await Promise.all([
      call(domainTree.tree, { query: { type: domainTypes.region } }, { silent: true }),
      enums('streetId').load(),
    ])
    return [...areasAbove(readOptions(tree), streets), ...streets]
  },
}
const tags = {
  key: 'tag-options',
  load: async () =>
    (await call(tag.options, { query: {} })).map((o) => ({ label: `${o.tagName}（${o.companyCount}）`, value: String(o.id) })),
}
const companySearch: SearchField[] = [
  { key: 'companyName', label: '企业名称', as: CompanyNameInput, first: true },
  { key: 'code', label: '信用代码', kind: 'text', placeholder: '全部或其中几位' },
  { key: 'streetId', label: '地区', kind: 'select', options: areas },
  { key: 'industry', label: '行业', kind: 'select', options: enums('industry') },
  { key: 'businessType', label: '企业类型', kind: 'select', options: businessTypeOptions },
  {
    key: 'authStatus',
    label: '授权状态',
    kind: 'select',
    options: Object.entries(authStatusLabels).map(([value, label]) => ({ value, label })),
  },
  { key: 'relation', label: '关联企业', kind: 'select', options: [{ value: 'forStaff', label: '待部门核对' }] },
  { key: 'tagId', label: '企业标签', kind: 'select', options: tags },
  { key: 'phone', label: '联系电话', kind: 'text', placeholder: '完整号码' },
  { key: 'establish', label: '成立日期', kind: 'dateRange', rangeKeys: ['establishFrom', 'establishTo'] },
]
/** The filters of the company list; tags are offered only to users who may read them. */
export function useCompanySearch(): SearchField[] {
  const readsTags = useCan()('tag:read')
  return readsTags ? companySearch : companySearch.filter((f) => f.key !== 'tagId')
}
export const companyShape = {
  ...searchShape(companySearch),
  named: { completenessFrom: '完整度不低于', completenessTo: '完整度不高于' },
  filters: [...searchShape(companySearch).filters, 'completenessFrom', 'completenessTo'],
}

const tone = { [authStatuses.granted]: 'done', [authStatuses.declined]: 'refused', [authStatuses.unset]: 'waiting' } as const
export const lookAt = (id: number): string => `/work/EnterprisesList/look?id=${id}`
export const companyColumns = fieldsOf(
  company.list,
  {
    key: 'companyName',
    label: '企业名称',
    on: ['table'],
    width: 260,
    card: 'title',
    sortable: 'companyName',
    show: (r) => <Link to={lookAt(r.id)}>{r.companyName}</Link>,
  },
  { key: 'code', label: '统一社会信用代码', on: ['table'], width: 190 },
  { key: 'streetName', label: '镇街', on: ['table'], width: 110 },
  { key: 'industryName', label: '行业', on: ['table'], width: 180 },
  {
    key: 'businessType',
    label: '企业类型',
    on: ['table'],
    width: 110,
    show: (r) => businessTypes[r.businessType as BusinessType] ?? '未设置',
  },
  { key: 'legalPerson', label: '法定代表人', on: ['table'], width: 110 },
  { key: 'legalPersonPhone', label: '法人电话', on: ['table'], width: 130, hidden: true },
  { key: 'contactPerson', label: '联系人', on: ['table'], width: 100 },
  { key: 'contactPhone', label: '联系电话', on: ['table'], width: 130 },
  {
    key: 'authStatus',
    label: '授权状态',
    on: ['table'],
    width: 100,
    show: (r) => <StatusTag tone={tone[r.authStatus]}>{authStatusLabels[r.authStatus]}</StatusTag>,
  },
  { key: 'completeness', label: '完整度（%）', kind: 'number', on: ['table'], width: 120, sortable: 'completeness' },
  { key: 'establishDate', label: '成立日期', kind: 'date', on: ['table'], width: 120, sortable: 'establishDate' },
  { key: 'updatedAt', label: '更新时间', kind: 'dateTime', on: ['table'], width: 180, sortable: 'updatedAt', hidden: true },
)
