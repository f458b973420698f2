import type { ReactNode } from 'react'
import css from './form-preview.module.css'
import { PrintButton } from '../print-button.tsx'

interface Props {
  /** name of the form */
  title: string
  /** what is shown, and that nothing is stored: 第 2 版 · 填写的内容不会保存。 */
  note: ReactNode
  /** `try` marks the page as 预览; `echo` shows what was filled in */
  kind?: 'try' | 'echo'
  /** further buttons besides 打印 */
  tools?: ReactNode
  children: ReactNode
}

/** Form preview wrapper (spec §2): an empty or filled form on its own page with its title, for printing. */
export const FormPreview = ({ title, note, kind = 'try', tools, children }: Props) => (
  <article aria-label={kind === 'try' ? '表单预览' : title}>
    <header className={css.head}>
      <div>
        <h1>
          {kind === 'try' && <span className={css.mark}>预览</span>}
          {title}
        </h1>
        <p className={css.note}>{note}</p>
      </div>
      <p data-print="hide">
        {tools} <PrintButton />
      </p>
    </header>
    <div className={css.sheet}>{children}</div>
  </article>
)
