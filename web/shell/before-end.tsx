import { useEffect, useState } from 'react'
import { session } from '../session.ts'
import styles from './before-end.module.css'
import { plainTitle } from './title-count.ts'

const clock = (ms: number) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`

/** Shown five minutes before an idle session ends: the remaining time, here and in the title, and a button to continue. */
export default function BeforeEnd({ end }: { end: number }) {
  const [left, setLeft] = useState(() => end - Date.now())
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => setLeft(end - Date.now()), 1000)
    return () => clearInterval(timer)
  }, [end])
  const text = clock(Math.max(0, left))
  useEffect(() => {
    document.title = `（${text} 后退出登录）${bare(document.title)}`
    return () => {
      document.title = bare(document.title)
    }
  }, [text])
  return (
    <div className={styles.box} role="alertdialog" aria-label="登录即将结束">
      <p>
        您已较长时间没有操作，登录将在 <strong className="num">{text}</strong> 后结束。填写的内容已保存为草稿。
      </p>
      {failed && <p className="field-error">没有完成，请检查网络后重试</p>}
      <button type="button" className="btn btn-primary" onClick={() => session.stayLoggedIn().catch(() => setFailed(true))}>
        继续使用
      </button>
    </div>
  )
}
const bare = (title: string) => plainTitle(title.replace(/^（[^）]*）/, ''))
