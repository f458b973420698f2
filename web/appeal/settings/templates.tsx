import { Button } from 'antd'
import { appealTemplate } from '../../../contract/appeal/routes.ts'
import type { RowOf } from '../../../contract/endpoint.ts'
import { call } from '../../api.ts'
import { FormDrawer } from '../../kit/dialog/form-drawer.tsx'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { useSetting } from './use-setting.ts'

const TemplateForm = lazyPart(() => import('./forms.client.tsx').then((m) => m.TemplateForm))
const LIST = 'appealTemplates'

const fields = fieldsOf(
  appealTemplate.list,
  { key: 'keyword', label: '关键词', on: ['search'], placeholder: '名称、内容、类型' },
  { key: 'title', label: '名称', on: ['table'], card: 'title', width: 200 },
  { key: 'typeName', label: '诉求类型', on: ['table'], width: 200 },
  { key: 'content', label: '内容', on: ['table'], width: 420 },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 答复模板: texts with which answers begin; `/` in an answer inserts one. */
export default function AppealTemplates() {
  const setting = useSetting<RowOf<typeof appealTemplate.list>>(LIST, {
    named: (row) => row.title,
    effect: '已经写好的答复不受影响。',
    remove: (row) => call(appealTemplate.remove, { body: { id: row.id } }),
  })
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        endpoint={appealTemplate.list}
        first="还没有答复模板。"
        tools={
          <Button type="primary" onClick={setting.begin}>
            新增模板
          </Button>
        }
        actions={setting.actions}
      />
      <FormDrawer title={setting.open === 'new' ? '新增答复模板' : '编辑答复模板'} open={setting.open !== null} onClose={setting.close}>
        {setting.open && <TemplateForm row={setting.open === 'new' ? null : setting.open} onDone={setting.done} onClose={setting.close} />}
      </FormDrawer>
    </>
  )
}
