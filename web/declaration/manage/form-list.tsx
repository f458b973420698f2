import { project } from '../../../contract/declaration.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'

const fields = fieldsOf(
  project.manageList,
  { key: 'name', label: '项目名称', on: ['search', 'table'], card: 'title', width: 260, to: (p) => `/work/projectmanage?id=${p.id}` },
  { key: 'policyTitle', label: '政策', on: ['table'], width: 240 },
  { key: 'stateName', label: '项目状态', on: ['table'], width: 100 },
  { key: 'declarationCount', label: '申报数', on: ['table'], kind: 'number', width: 90 },
)
const shape = searchShape(searchFields(fields))

/** The form of each project: to try, and to change. */
export default function FormList() {
  return (
    <>
      <SearchBar fields={searchFields(fields)} shape={shape} />
      <PagedTable
        name="declaration-forms"
        first="还没有申报表。先在“项目管理”为一项政策建立申报项目，每个项目一张申报表。"
        fields={fields}
        shape={shape}
        endpoint={project.manageList}
        actions={[
          { label: '编辑', to: (p) => `/work/projectmanage?id=${p.id}` },
          { label: '预览', run: async (p) => void window.open(`/preview?projectId=${p.id}`, '_blank') },
        ]}
      />
    </>
  )
}
