import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { matchForms, type MatchFormRow } from '../../../contract/matching/forms.ts'
import { call } from '../../api.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { useCan } from '../../session.ts'
import { toast } from '../../toast.ts'
import { MatchFormEditor } from './match-form-editor.tsx'

const LIST = 'matchForms'
const fields = fieldsOf(
  matchForms.list,
  { key: 'name', label: '表单名称', on: ['search', 'table'], placeholder: '表单名称、政策标题', width: 220, card: 'title' },
  { key: 'policyTitle', label: '政策', on: ['table'], width: 300 },
  { key: 'questionCount', label: '问题数', on: ['table'], width: 90 },
  {
    key: 'enableFlag',
    label: '状态',
    on: ['table'],
    width: 100,
    show: (row) => <StatusTag tone={row.enableFlag ? 'done' : 'off'}>{row.enableFlag ? '启用' : '停用'}</StatusTag>,
  },
  { key: 'updateTime', label: '更新时间', kind: 'dateTime', on: ['table'], width: 180 },
  { key: 'updateBy', label: '更新人', on: ['table'], width: 120 },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 政策匹配表单配置: at most one enabled form per policy. `?id=` opens a form, `?id=new` a new one. */
export default function MatchFormConfig() {
  const [params, setParams] = useSearchParams()
  const can = useCan()
  const refresh = useRefreshList(LIST)
  const id = params.get('id')
  const open = (next: string | null) =>
    setParams((now) => {
      const to = new URLSearchParams(now)
      if (next === null) to.delete('id')
      else to.set('id', next)
      return to
    })
  if (id !== null)
    return (
      <MatchFormEditor
        key={id}
        id={/^\d{1,15}$/.test(id) ? Number(id) : null}
        onDone={() => {
          void refresh()
          open(null)
        }}
      />
    )
  const remove = async (row: MatchFormRow) => {
    await call(matchForms.remove, { query: { id: row.id } })
    toast.success('删除成功')
    await refresh()
  }
  const edits = can('policy:edit')
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        endpoint={matchForms.list}
        tools={
          edits && (
            <Button type="primary" onClick={() => open('new')}>
              新增表单
            </Button>
          )
        }
        actions={
          edits
            ? [
                { label: '编辑', open: (row) => open(String(row.id)) },
                {
                  label: '删除',
                  danger: true,
                  ask: (row) => ({ title: `确定删除匹配表单“${row.name}”吗？`, effect: '删除后企业补充信息时按规则默认提问。' }),
                  run: remove,
                },
              ]
            : []
        }
        first={edits ? '还没有匹配表单。新增一张表单，为一项政策定制提问的顺序、说法和通过条件。' : undefined}
      />
    </>
  )
}
