import { Button } from 'antd'
import { appealType } from '../../../contract/appeal/types.ts'
import type { RowOf } from '../../../contract/endpoint.ts'
import { call } from '../../api.ts'
import { FormDrawer } from '../../kit/dialog/form-drawer.tsx'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { placeActions } from '../../kit/table/place-actions.ts'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { bigTypes } from './sources.ts'
import { useSetting } from './use-setting.ts'

const TypeForm = lazyPart(() => import('./forms.client.tsx').then((m) => m.TypeForm))
const LIST = 'appealTypes'
type Row = RowOf<typeof appealType.list>

const fields = fieldsOf(
  appealType.list,
  { key: 'keyword', label: '关键词', on: ['search'], placeholder: '名称、编码' },
  {
    key: 'name',
    label: '名称',
    on: ['table'],
    card: 'title',
    width: 240,
    show: (row) => (row.parentName ? `${row.parentName} / ${row.name}` : row.name),
  },
  { key: 'parentId', label: '大类', kind: 'select', options: bigTypes, on: ['search'] },
  { key: 'code', label: '编码', on: ['table'], width: 110, show: (row) => <span className="num">{row.code}</span> },
  {
    key: 'officeName',
    label: '承办部门',
    on: ['table'],
    width: 200,
    show: (row) => row.officeName ?? (row.parentId ? '随大类' : '服务中心分办'),
  },
  { key: 'count', label: '诉求', on: ['table'], width: 90, show: (row) => <span className="num">{row.count}</span> },
  { key: 'enabled', label: '状态', on: ['table'], width: 90, show: (row) => (row.enabled ? '启用' : '停用') },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 诉求类型: main types with their subtypes, and the office that usually handles each. */
export default function AppealTypes() {
  const setting = useSetting<Row>(LIST, {
    named: (row) => row.name,
    effect: '已有诉求使用的类型不能删除，可以停用。',
    remove: (row) => call(appealType.remove, { body: { id: row.id } }),
  })
  const shifts = placeActions<Row>({
    ends: (row) => row.ends,
    move: async (row, direction) => {
      await call(appealType.move, { body: { id: row.id, direction } })
      await setting.refresh()
    },
  })
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        endpoint={appealType.list}
        tools={
          <Button type="primary" onClick={setting.begin}>
            新增类型
          </Button>
        }
        actions={[...setting.actions, ...shifts]}
      />
      <FormDrawer title={setting.open === 'new' ? '新增诉求类型' : '编辑诉求类型'} open={setting.open !== null} onClose={setting.close}>
        {setting.open && <TypeForm row={setting.open === 'new' ? null : setting.open} onDone={setting.done} onClose={setting.close} />}
      </FormDrawer>
    </>
  )
}
