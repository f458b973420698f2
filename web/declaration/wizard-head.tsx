import { use } from 'react'
import { useNavigate } from 'react-router'
import type { DeclarationDetail } from '../../contract/declaration.ts'
import { DeclareAsContext } from './declare-as.ts'
import { savedTime } from '../kit/form/draft.ts'
import { remaining, timeText } from './times.ts'
import type { useDeclaration } from './use-declaration.ts'
import styles from './declare.module.css'

interface HeadProps {
  detail: DeclarationDetail
  saved: string | null
  /** names of fields whose content cannot be stored in the draft */
  unsaved: readonly string[]
  onPreview: () => void
}
/** Project, deadline, state of the draft, exit. */
export function WizardHead({ detail, saved, unsaved, onPreview }: HeadProps) {
  const navigate = useNavigate()
  const { home } = use(DeclareAsContext)
  const left = remaining(detail.deadline, detail.workdaysLeft)
  return (
    <header className={styles.head}>
      <div>
        <h1>{detail.projectName}</h1>
        <p className="meta">
          <a href={`/page/policyserverdetail?id=${detail.policyId}`} target="_blank" rel="noopener" style={{ textDecoration: 'underline' }}>
            {detail.policyTitle}
          </a>{' '}
          · {detail.depName} · {detail.stateName}
        </p>
        <p className="meta">
          {detail.unlocked ? '补正截止' : '申报截止'} {timeText(detail.deadline)}{' '}
          {left && <span className={left.urgent ? 'tag tag-error' : 'tag tag-success'}>{left.text}</span>}
        </p>
      </div>
      <p className={styles.tools} data-print="hide">
        <span className="meta num">{saved ?? `已保存 ${timeText(detail.updateTime).slice(11)}`}</span>
        {unsaved.length > 0 && <span className="field-error">填写有误、还没有保存：{unsaved.join('、')}</span>}
        <button type="button" className="btn btn-small" onClick={onPreview}>
          预览
        </button>
        <button type="button" className="btn btn-small" onClick={() => void navigate(home)}>
          退出
        </button>
      </p>
    </header>
  )
}

/** Notices above the form: a conflict, an interrupted visit, and returned fields. */
export function WizardNotices({
  form,
  reload,
  corrections,
  deadline,
}: {
  form: ReturnType<typeof useDeclaration>
  reload(): void
  corrections: number
  deadline: string | null
}) {
  const { conflict, found, draft } = form
  return (
    <>
      {conflict && (
        <div className={styles.notice} role="alert">
          <p>{conflict}。你刚才填写的内容已留在本机。</p>
          <p className={styles.buttons}>
            <button
              type="button"
              className="btn btn-small btn-primary"
              onClick={() => {
                draft.clear()
                reload()
              }}
            >
              载入最新内容
            </button>
            <button type="button" className="btn btn-small" onClick={() => void form.overwrite()}>
              用本页内容覆盖
            </button>
          </p>
        </div>
      )}
      {found && !conflict && (
        <div className={styles.notice} role="status">
          <p>本机有一份上次没有保存到服务器的内容（{savedTime(found.savedAt)}）。</p>
          <p className={styles.buttons}>
            <button type="button" className="btn btn-small btn-primary" onClick={form.restore}>
              恢复
            </button>
            <button type="button" className="btn btn-small" onClick={draft.drop}>
              不用
            </button>
          </p>
        </div>
      )}
      {corrections > 0 && form.t && (
        <div className={styles.notice}>
          <p>
            <strong>有 {corrections} 处需要补正</strong>，只有这些内容可以修改，请在 {timeText(deadline)} 前重新提交。
          </p>
        </div>
      )}
    </>
  )
}
