import type { DeclarationDetail } from '../../contract/declaration.ts'
import type { FormData } from '../../contract/form/rules.ts'
import { Dialog } from '../shell/dialog.tsx'
import { CheckAnswers } from './check-answers.tsx'
import styles from './declare.module.css'
import type { Files } from './use-declaration.ts'

/** The declaration as it will be printed, with the typed values. */
export function Preview({
  detail,
  data,
  files,
  onClose,
}: {
  detail: DeclarationDetail
  data: FormData
  files: Files
  onClose: () => void
}) {
  return (
    <Dialog
      title="预览"
      width={820}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-primary" onClick={() => window.print()}>
            打印
          </button>
          <button type="button" className="btn" onClick={onClose}>
            关闭
          </button>
        </>
      }
    >
      <article className={styles.sheet} data-print="sheet">
        <h1>{detail.projectName}</h1>
        <p className="meta">
          {detail.policyTitle} · {detail.depName} · {detail.declareNo ? `受理号 ${detail.declareNo}` : '草稿，尚未提交'}
        </p>
        <CheckAnswers heading="h2" t={detail.project.template} data={data} files={files} />
        <p className={styles.signature}>
          申报单位（盖章）：
          <span />
          日期：
          <span />
        </p>
      </article>
    </Dialog>
  )
}
