import { useEffect, useSyncExternalStore } from 'react'
import { keepUnread, sayKept, toastStore } from '../toast.ts'
import { CloseIcon } from './icons.tsx'
import styles from './toast-host.module.css'

const marks = { success: '✓', info: 'i', warning: '!', error: '✕' } as const
const words = { success: '成功', info: '提示', warning: '注意', error: '错误' } as const

/** Shows the toasts; rendered once at the root. */
export function ToastHost() {
  useEffect(() => {
    sayKept(sessionStorage)
    const leave = () => keepUnread(sessionStorage)
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [])
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.list, () => none)
  return (
    <div className={styles.host}>
      {toasts.map((t) => (
        <div key={t.id} role="alert" className={`${styles.toast} ${styles[t.kind]}`}>
          <span className={styles.mark} aria-hidden="true">
            {marks[t.kind]}
          </span>
          <span className="visually-hidden">{words[t.kind]}：</span>
          <span className={styles.text}>{t.text}</span>
          {t.action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                toastStore.close(t.id)
                t.action?.run()
              }}
            >
              {t.action.label}
            </button>
          )}
          <button type="button" className={styles.close} aria-label="关闭提示" onClick={() => toastStore.close(t.id)}>
            <CloseIcon />
          </button>
        </div>
      ))}
    </div>
  )
}
const none: never[] = []
