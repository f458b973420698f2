import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { appealRoute } from '../../../contract/appeal/routes.ts'
import { appealSenders } from '../../../contract/appeal/states.ts'
import type { RowOf } from '../../../contract/endpoint.ts'
import { call } from '../../api.ts'
import { FormDrawer } from '../../kit/dialog/form-drawer.tsx'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import css from '../appeal.module.css'
import { anyTypes } from './sources.ts'
import { useSetting } from './use-setting.ts'

const RouteForm = lazyPart(() => import('./forms.client.tsx').then((m) => m.RouteForm))
const LIST = 'appealRoutes'

const fields = fieldsOf(
  appealRoute.list,
  { key: 'keyword', label: '关键词', on: ['search'], placeholder: '类型、部门、说明' },
  {
    key: 'typeName',
    label: '诉求类型',
    searchKey: 'typeId',
    kind: 'select',
    options: anyTypes,
    on: ['search', 'table'],
    card: 'title',
    width: 220,
    show: (row) => row.typeName,
  },
  { key: 'sender', label: '提出人', on: ['table'], width: 100, show: (row) => (row.sender ? appealSenders[row.sender] : '不限') },
  { key: 'streetName', label: '镇街', on: ['table'], width: 140 },
  { key: 'industryName', label: '行业', on: ['table'], width: 180 },
  { key: 'sizeName', label: '企业规模', on: ['table'], width: 130 },
  { key: 'officeName', label: '分给', on: ['table'], width: 190 },
  { key: 'note', label: '说明', on: ['table'], width: 200, show: (row) => row.note || '无' },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 分办规则: the office for each kind of appeal. For an appeal the most specific matching rule is proposed to the user who passes it on. */
export default function AppealRoutes() {
  const options = useQuery({
    queryKey: ['appeal', 'route-options'],
    queryFn: () => call(appealRoute.options, {}, { silent: true }),
    retry: false,
  })
  const setting = useSetting<RowOf<typeof appealRoute.list>>(LIST, {
    named: (row) => `${row.typeName} → ${row.officeName}`,
    effect: '只影响以后的建议，已经转办的不变。',
    remove: (row) => call(appealRoute.remove, { body: { id: row.id } }),
  })
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <p className={css.note}>建议部门的次序：同类型同镇街最近的裁定，条件最具体的规则，类型的承办部门。</p>
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        endpoint={appealRoute.list}
        first="还没有分办规则，按类型的承办部门建议。"
        tools={
          <Button type="primary" onClick={setting.begin}>
            新增规则
          </Button>
        }
        actions={setting.actions}
      />
      <FormDrawer title={setting.open === 'new' ? '新增分办规则' : '编辑分办规则'} open={setting.open !== null} onClose={setting.close}>
        {options.error ? (
          <ErrorState error={options.error} onRetry={() => void options.refetch()} />
        ) : (
          setting.open
          && options.data && (
            <RouteForm
              row={setting.open === 'new' ? null : setting.open}
              options={options.data}
              onDone={setting.done}
              onClose={setting.close}
            />
          )
        )}
      </FormDrawer>
    </>
  )
}
