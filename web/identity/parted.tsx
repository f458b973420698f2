import { useState } from 'react'
import { session } from '../session.ts'
import type { Parted } from '../session/log-in-again.ts'
import { Dialog } from '../shell/dialog.tsx'
import styles from './log-in-again.module.css'

/** What the page says: of a company that its person no longer acts for, or of the person who now acts for a company. */
const words = ({ of, now }: Parted) =>
  of === ''
    ? {
        title: `您现在代表“${now}”`,
        bar: `本页以您个人的名义打开，您现在代表“${now}”，内容不能提交。`,
        why: '您在其他窗口切换了身份。',
        text: '本页以您个人的名义打开，不能再提交，以免记在企业名下。填写的内容还在，可以先复制；切回个人身份后，可以在本页继续。',
      }
    : {
        title: `您已不再代表“${of}”`,
        bar: `本页以“${of}”的名义打开，您已不再代表它，内容不能提交。`,
        why: '您与该企业的绑定已结束，或者在其他窗口切换了身份。',
        text: '本页以该企业的名义打开，不能再提交。填写的内容还在，可以先复制；离开后不再保留。',
      }

/** The page holds input in an identity in which its person no longer acts: it can only be read or left. */
export default function PartedDialog({ parted }: { parted: Parted }) {
  const { title, bar, why, text } = words(parted)
  const [closed, setClosed] = useState(false)
  const leave = (
    <button type="button" className="btn btn-primary" onClick={() => void session.leaveParted()}>
      离开本页
    </button>
  )
  if (closed)
    return (
      <div className={styles.bar} role="status">
        {bar}
        {leave}
      </div>
    )
  return (
    <Dialog title={title} width={480} onClose={() => setClosed(true)}>
      <p>{why}</p>
      <p>{text}</p>
      <p className={styles.window}>
        {leave}
        <button type="button" className="btn" onClick={() => setClosed(true)}>
          留下复制
        </button>
      </p>
    </Dialog>
  )
}
