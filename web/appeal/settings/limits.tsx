import { Button } from 'antd'
import { appealLimit } from '../../../contract/appeal/types.ts'
import type { RowOf } from '../../../contract/endpoint.ts'
import { call } from '../../api.ts'
import { FormDrawer } from '../../kit/dialog/form-drawer.tsx'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { useSetting } from './use-setting.ts'

const LimitForm = lazyPart(() => import('./forms.client.tsx').then((m) => m.LimitForm))
const LIST = 'appealLimits'

const fields = fieldsOf(
  appealLimit.list,
  { key: 'keyword', label: '关键词', on: ['search'], placeholder: '类型名称' },
  { key: 'typeName', label: '诉求类型', on: ['table'], card: 'title', width: 280 },
  { key: 'workDays', label: '办理时限', on: ['table'], width: 140, show: (row) => <span className="num">{row.workDays} 个工作日</span> },
  { key: 'warnDays', label: '到期前提醒', on: ['table'], width: 140, show: (row) => <span className="num">{row.warnDays} 个工作日</span> },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 办理时限: working days by type; a change does not alter deadlines that were already promised. */
export default function AppealLimits() {
  const setting = useSetting<RowOf<typeof appealLimit.list>>(LIST, {
    named: (row) => row.typeName,
    effect: '删除后，该类型按大类的时限；没有的为 15 个工作日。已经承诺的不变。',
    remove: (row) => call(appealLimit.remove, { body: { id: row.id } }),
  })
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        endpoint={appealLimit.list}
        first="还没有单独的办理时限，所有诉求都是 15 个工作日。"
        tools={
          <Button type="primary" onClick={setting.begin}>
            新增时限
          </Button>
        }
        actions={setting.actions}
      />
      <FormDrawer title={setting.open === 'new' ? '新增办理时限' : '编辑办理时限'} open={setting.open !== null} onClose={setting.close}>
        {setting.open && <LimitForm row={setting.open === 'new' ? null : setting.open} onDone={setting.done} onClose={setting.close} />}
      </FormDrawer>
    </>
  )
}
