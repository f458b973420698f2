import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { project, projectStates } from '../../../contract/declaration.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { localMinute } from '../../kit/date/local-time.ts'
import { offices } from './option-sources.ts'

const states = Object.fromEntries(Object.values(projectStates).map(({ code, label, tone }) => [code, { label, tone }]))
const period = (from: string, to: string) => (
  <span className="num" title={`${localMinute(from)} 至 ${localMinute(to)}`}>
    {localMinute(from).slice(0, 10)}
    <br />至 {localMinute(to).slice(0, 10)}
  </span>
)

const fields = fieldsOf(
  project.manageList,
  { key: 'name', label: '项目名称', on: ['search', 'table'], card: 'title', width: 190, sortable: 'name', to: (r) => `?id=${r.id}` },
  { key: 'policyTitle', label: '政策', on: ['table'], width: 150 },
  { key: 'state', label: '状态', on: ['search', 'table'], kind: 'status', statuses: states, width: 98 },
  {
    key: 'applyEndTime',
    label: '申报时间',
    on: ['table'],
    width: 122,
    sortable: 'applyEndTime',
    show: (r) => period(r.applyStartTime, r.applyEndTime),
  },
  { key: 'examineEndTime', label: '审核时间', on: ['table'], width: 116, show: (r) => period(r.examineStartTime, r.examineEndTime) },
  { key: 'examineDep', label: '审核部门', on: ['search', 'table'], kind: 'select', options: offices, width: 116, show: (r) => r.depName },
  { key: 'declarationCount', label: '申报数', on: ['table'], kind: 'number', width: 76 },
  { key: 'pendingCount', label: '待审核', on: ['table'], kind: 'number', width: 76 },
)
const search = searchFields(fields)
const shape = searchShape(search)

export function ProjectList() {
  const [, setParams] = useSearchParams()
  const open = () =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      next.set('id', 'new')
      return next
    })
  return (
    <section>
      <SearchBar fields={search} shape={shape} />
      <PagedTable
        name="projectmanage"
        fields={fields}
        shape={shape}
        endpoint={project.manageList}
        actions={[
          { label: '编辑', to: (r) => `?id=${r.id}` },
          { label: '资金分配', to: (r) => `?allocation=${r.id}&name=${encodeURIComponent(r.name)}` },
          { label: '复制', to: (r) => `?copy=${r.id}` },
        ]}
        tools={
          <Button type="primary" onClick={open}>
            新增项目
          </Button>
        }
        first={
          <Button type="primary" onClick={open}>
            新增项目
          </Button>
        }
      />
    </section>
  )
}
