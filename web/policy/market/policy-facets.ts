import type { PolicyFacets } from '../../../contract/policy.ts'
import { days, many, type Filter } from '../../shell/public/filters.ts'
import { DEFAULT_STATUS } from './list-query.ts'

/** The filters of a list of policies, with the number of hits for each choice. */
export function policyFilters(facets: PolicyFacets): Filter[] {
  const sum = (...values: string[]) => facets.status.filter((f) => values.includes(f.value)).reduce((n, f) => n + f.count, 0)
  return [
    {
      kind: 'one',
      name: '申报状态',
      keys: ['status'],
      usual: DEFAULT_STATUS,
      options: [
        { value: 'open', label: '可申报', count: sum('open') },
        { value: 'closing', label: '即将截止（7 天内）', count: sum('closing') },
        { value: 'notYet', label: '未开始', count: sum('notYet') },
        { value: 'closed', label: '已截止', count: sum('closed') },
        { value: 'repealed', label: '已废止', count: sum('repealed') },
        { value: 'all', label: '不限', count: sum('open', 'notYet', 'closed', 'repealed') },
      ],
    },
    many('policyDepId', '部门', facets.department),
    many('supportMode', '支持方式', facets.supportMode),
    many('level', '级别', facets.level),
    many('industry', '行业', facets.industry),
    many('labelId', '标签', facets.label),
    days(['startTime', 'endTime'], '发布时间', '发布'),
    days(['deadlineStart', 'deadlineEnd'], '截止时间', '截止'),
  ]
}
