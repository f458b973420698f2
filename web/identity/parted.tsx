import { useState } from 'react'
import { session } from '../session.ts'
import { Dialog } from '../shell/dialog.tsx'
import styles from './log-in-again.module.css'

/** The page was opened in a company's name and holds input, but its person no longer acts for the company: it can only be read or left. */
export default function PartedDialog({ company }: { company: string }) {
  const [closed, setClosed] = useState(false)
  const leave = (
    <button type="button" className="btn btn-primary" onClick={() => void session.leaveParted()}>
      离开本页
    </button>
  )
  if (closed)
    return (
      <div className={styles.bar} role="status">
        本页以“{company}”的名义打开，您已不再代表它，内容不能提交。
        {leave}
      </div>
    )
  return (
    <Dialog title={`您已不再代表“${company}”`} width={480} onClose={() => setClosed(true)}>
      <p>您与该企业的绑定已结束，或者在其他窗口切换了身份。</p>
      <p>本页以该企业的名义打开，不能再提交。填写的内容还在，可以先复制；离开后不再保留。</p>
      <p className={styles.window}>
        {leave}
        <button type="button" className="btn" onClick={() => setClosed(true)}>
          留下复制
        </button>
      </p>
    </Dialog>
  )
}
