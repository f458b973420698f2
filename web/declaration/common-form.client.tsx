import { useQuery } from '@tanstack/react-query'
import { project } from '../../contract/declaration.ts'
import { call } from '../api.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import { EnterpriseOnly } from '../shell/enterprise-only.tsx'
import { onItsWay } from '../shell/lazy-part.tsx'
import { SessionUnknown } from '../shell/session-unknown.tsx'
import { useReadyUser } from '../shell/use-ready-user.ts'
import { FormTry } from '../form/try/index.ts'
import OpenDeclaration from './open-declaration.client.tsx'

/** The form of a project on its own, without the portal around it. */
export default function CommonForm({ id, projectId }: { id: number | null; projectId: number | null }) {
  const { user, unknown, look } = useReadyUser()
  if (id === null && projectId === null)
    return (
      <>
        <h1>自定义表单</h1>
        <p>没有指定要填写的表单。请从政策详情页或申报项目的链接进入。</p>
        <p>
          <a href="/page/policysearch">查找政策</a>
        </p>
      </>
    )
  // In a new tab the user may not be known yet: without this, they would type into a trial that is not stored.
  if (unknown) return <SessionUnknown onKnown={look} />
  if (user === undefined) return onItsWay
  if (user?.type === 'QY') return <OpenDeclaration id={id} policyId={null} projectId={projectId} standalone />
  return projectId === null ? (
    <EnterpriseOnly title="自定义表单">
      <OpenDeclaration id={id} policyId={null} projectId={null} standalone />
    </EnterpriseOnly>
  ) : (
    <Trial id={projectId} />
  )
}

function Trial({ id }: { id: number }) {
  const found = useQuery({
    queryKey: ['common-form', id],
    queryFn: () => call(project.findById, { query: { id } }, { silent: true }),
    retry: false,
  })
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return onItsWay
  return <FormTry template={found.data.template} note="申报须使用企业账号登录。这里可以试填，内容不会保存。" />
}
