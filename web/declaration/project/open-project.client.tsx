import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { project } from '../../../contract/declaration.ts'
import { call } from '../../api.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { ProjectEditor } from './project-editor.client.tsx'
import laid from '../../kit/form/labelled-grid.module.css'
import css from './project.module.css'

/** The source of a new project: an earlier project, or the latest one of a policy. */
export type CopySource = { id: number } | { policyId: number }

/** The editor of an existing project, a copy, or an empty one. */
export function OpenProject({ id, copy, onClose }: { id: number | null; copy: CopySource | null; onClose: () => void }) {
  const found = useQuery({
    queryKey: ['project', id],
    queryFn: () => call(project.findById, { query: { id: id! } }, { silent: true }),
    enabled: id !== null,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  })
  const copied = useQuery({
    queryKey: ['project', 'copy', copy],
    queryFn: () => call(project.copy, { body: copy! }, { silent: true }),
    enabled: copy !== null,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  })
  const asked = copy === null ? found : copied
  const from = copied.data
  return (
    <section>
      <h1 className={css.title}>{id === null ? '新增项目' : '编辑项目'}</h1>
      {from?.copiedFrom && (
        <Alert
          type="info"
          className={css.copied!}
          title={`由“${from.copiedFrom}”复制，保存后成为新项目。请填写申报时间和审核时间，核对项目名称里的年度。`}
          description={from.missing.length > 0 ? `空白表格已失效、需要重新上传的材料：${from.missing.join('、')}` : undefined}
        />
      )}
      {from ? (
        <ProjectEditor saved={null} copied={from} onClose={onClose} onReload={() => {}} />
      ) : id === null && copy === null ? (
        <ProjectEditor saved={null} onClose={onClose} onReload={() => {}} />
      ) : found.data ? (
        <ProjectEditor
          key={`${found.data.version}-${found.dataUpdatedAt}`}
          saved={found.data}
          onClose={onClose}
          onReload={() => void found.refetch()}
        />
      ) : asked.isError ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <p role="status" className={laid.note}>
          正在加载…
        </p>
      )}
    </section>
  )
}
