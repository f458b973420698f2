import { labels, levelOptions, managed, market, supportModeOptions } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { fieldsOf, type OptionSource } from '../../kit/form/fields.ts'
import { readOptions, withoutAll } from '../../kit/choose/options.ts'

const departments: OptionSource = {
  key: 'policy-departments',
  load: async () => withoutAll(readOptions(await call(market.departments, { query: {} }, { silent: true }))),
}
/** Every label with its parents, also disabled ones, because policies may still carry them. */
const labelPaths: OptionSource = {
  key: 'policy-label-paths',
  load: async () => {
    const { list } = await call(labels.list, { query: { pageSize: 9000 } }, { silent: true })
    const pathOf = (id: number | null): string[] => {
      const label = list.find((l) => l.id === id)
      return label ? [...pathOf(label.parentId), label.labelName] : []
    }
    return list.map((l) => ({ value: String(l.id), label: pathOf(l.id).join(' / ') }))
  },
}

/** Filters of every staff list of policies, besides the list's own. */
export const moreCriteria = fieldsOf(
  managed.list,
  { key: 'level', label: '级别', kind: 'select', options: levelOptions, on: ['search'] },
  { key: 'supportMode', label: '支持方式', kind: 'select', options: supportModeOptions, on: ['search'] },
  { key: 'policyDepId', label: '发文部门', kind: 'select', options: departments, on: ['search'] },
  { key: 'labelId', label: '标签', kind: 'select', options: labelPaths, on: ['search'] },
  { key: 'policyCreateTime', label: '发布日期', kind: 'dateRange', rangeKeys: ['startTime', 'endTime'], on: ['search'] },
)
