import { useQuery } from '@tanstack/react-query'
import { myDeclaration, project, projectTemplate, review, type DeclarationDetail } from '../../contract/declaration.ts'
import { call } from '../api.ts'
import { FormPreview } from '../kit/form/form-preview.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { onItsWay } from '../shell/lazy-part.tsx'
import { SessionUnknown } from '../shell/session-unknown.tsx'
import { useReadyUser } from '../shell/use-ready-user.ts'
import { CheckAnswers } from './check-answers.tsx'
import { FormTry } from '../form/try/index.ts'
import { personalKeys } from '../session/personal.ts'
import { timeText } from './times.ts'
import styles from './declare.module.css'

interface Props {
  id: number | null
  projectId: number | null
  draft: boolean
}

export default function FormPreviewScreen({ id, projectId, draft }: Props) {
  if (draft) return <Unsaved />
  if (id !== null) return <Echo id={id} />
  if (projectId !== null) return <Saved id={projectId} />
  return (
    <>
      <h1>自定义表单预览</h1>
      <p>没有指定要预览的表单。</p>
    </>
  )
}

function Unsaved() {
  let found: unknown = null
  try {
    found = JSON.parse(localStorage.getItem(personalKeys.formPreview) ?? 'null')
  } catch {
    // An unreadable answer is reported below.
  }
  const read = projectTemplate.safeParse(found)
  if (!read.success)
    return (
      <>
        <h1>表单预览</h1>
        <p role="alert">没有可以预览的表单，请回到编辑页重新点“预览”。</p>
      </>
    )
  return <FormTry template={read.data} note="预览尚未保存的申报表，填写的内容不会保存。" />
}

function Saved({ id }: { id: number }) {
  const found = useQuery({
    queryKey: ['form-preview', id],
    queryFn: () => call(project.findById, { query: { id } }, { silent: true }),
    retry: false,
  })
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return onItsWay
  return (
    <FormTry template={found.data.template} note={`第 ${found.data.formVersion} 版 · ${found.data.policyTitle}。填写的内容不会保存。`} />
  )
}

/** The answers of a form, to read and to print. */
function Echo({ id }: { id: number }) {
  const { user, unknown, look } = useReadyUser()
  const staff = user?.type === 'YYF'
  const found = useQuery({
    queryKey: ['form-echo', id, staff],
    queryFn: (): Promise<DeclarationDetail> => call(staff ? review.findById : myDeclaration.findById, { query: { id } }, { silent: true }),
    enabled: user !== undefined && !unknown,
    retry: false,
  })
  if (unknown) return <SessionUnknown onKnown={look} />
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  const d = found.data
  if (!d) return onItsWay
  return (
    <FormPreview
      kind="echo"
      title={d.projectName}
      note={
        <>
          {d.companyName} · {d.stateName} · {d.declareNo ? `受理号 ${d.declareNo}` : '尚未提交'}
          {d.submitTime && ` · ${timeText(d.submitTime)}`} · 申报表第 {d.project.formVersion} 版
        </>
      }
    >
      <div className={styles.tried}>
        <CheckAnswers heading="h2" t={d.project.template} data={d.formData} files={d.files} />
      </div>
    </FormPreview>
  )
}
