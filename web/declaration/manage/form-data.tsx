import { useQuery } from '@tanstack/react-query'
import { Input, Pagination } from 'antd'
import { ScrollingTable } from '../../kit/table/scrolling-table.tsx'
import { useSearchParams } from 'react-router'
import { project } from '../../../contract/declaration.ts'
import { entered } from '../../../contract/declaration/process.ts'
import { call } from '../../api.ts'
import { FallsSelect } from '../../kit/choose/endless-select-field.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { localMinute } from '../../kit/date/local-time.ts'
import laid from '../../kit/form/labelled-grid.module.css'
import css from '../project/project.module.css'

const PAGE = 20
export const projectOptions = async ({ page, pageSize, search }: { page: number; pageSize: number; search: string }) => {
  const { total, list } = await call(project.list, { query: { page, pageSize, ...(search ? { name: search } : {}) } }, { silent: true })
  return { total, list: list.map((p) => ({ id: p.id, name: p.name })) }
}

/** The declarations of one project, one column per question. Project and page are in the address. */
export default function FormData() {
  const [params, setParams] = useSearchParams()
  const projectId = Number(params.get('projectId')) || null
  const page = Math.max(1, Number(params.get('page')) || 1)
  const keyword = params.get('keyword') ?? ''
  const put = (values: Record<string, string | null>) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      for (const [key, v] of Object.entries(values)) {
        if (v === null) next.delete(key)
        else next.set(key, v)
      }
      return next
    })
  const name = useQuery({
    queryKey: ['project-name', projectId],
    queryFn: () => call(project.findById, { query: { id: projectId! } }, { silent: true }),
    enabled: projectId !== null,
    retry: false,
  })
  const found = useQuery({
    queryKey: ['form-data', projectId, page, keyword],
    queryFn: () =>
      call(entered.data, { query: { projectId: projectId!, page, pageSize: PAGE, ...(keyword ? { keyword } : {}) } }, { silent: true }),
    enabled: projectId !== null,
    retry: false,
    placeholderData: (before) => before,
  })
  return (
    <>
      <div className={laid.grid} style={{ marginBottom: 12 }}>
        <div>
          <label className={laid.label} htmlFor="form-data-project">
            申报项目
          </label>
          <FallsSelect
            id="form-data-project"
            label="项目"
            load={projectOptions}
            value={projectId}
            onChange={(v) => put({ projectId: v ? String(v) : null, page: null })}
            {...(name.data ? { chosen: { value: name.data.id, label: name.data.name } } : {})}
          />
        </div>
        {projectId !== null && (
          <div>
            <label className={laid.label} htmlFor="form-data-keyword">
              企业名称、受理号
            </label>
            <Input.Search
              key={keyword}
              id="form-data-keyword"
              allowClear
              maxLength={50}
              defaultValue={keyword}
              onSearch={(text) => put({ keyword: text.trim() || null, page: null })}
            />
          </div>
        )}
      </div>
      {projectId === null && <p className={laid.note}>选择一个申报项目，按申报表的字段查看各企业填报的数据。</p>}
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {projectId !== null && found.data && (
        <>
          <ScrollingTable
            size="small"
            rowKey="id"
            loading={found.isFetching}
            dataSource={found.data.list}
            pagination={false}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: keyword ? '没有符合条件的申报' : '还没有企业提交' }}
            columns={[
              {
                title: '受理号',
                dataIndex: 'declareNo',
                fixed: 'left',
                render: (no: string, r) => (
                  <a href={`/preview?id=${r.id}`} target="_blank" rel="noopener">
                    {no}
                  </a>
                ),
              },
              { title: '企业名称', dataIndex: 'companyName' },
              { title: '状态', dataIndex: 'stateName' },
              ...found.data.columns.map((c) => ({
                title: c.label,
                key: c.key,
                render: (_: unknown, r: (typeof found.data.list)[number]) => <span className={css.cell}>{r.cells[c.key] || '无'}</span>,
              })),
              { title: '表单版本', dataIndex: 'formVersion', align: 'right' as const },
              { title: '提交时间', dataIndex: 'submitTime', render: (at: string) => <span className="num">{localMinute(at)}</span> },
            ]}
          />
          <Pagination
            style={{ marginTop: 12 }}
            current={page}
            pageSize={PAGE}
            total={found.data.total}
            showSizeChanger={false}
            showTotal={(n) => `共 ${n} 条`}
            onChange={(n) => put({ page: n === 1 ? null : String(n) })}
          />
        </>
      )}
    </>
  )
}
