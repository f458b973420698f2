import { lazy, Suspense, useEffect } from 'react'
import type { SessionUser } from '../session/session-reader.ts'
import { session } from '../session.ts'
import { toast } from '../toast.ts'
import styles from './work-shell.module.css'

const AskRight = lazy(() => import('../kit/ask-right.tsx'))

/** How often a page whose right is gone asks whether it is back. */
const ASK_MS = 15_000

/** Above a screen whose right was withdrawn while something is typed in it. `path` is the address of the menu entry. */
export function RightWithdrawn({ user, path }: { user: SessionUser; path: string }) {
  // A dialog or drawer with the input may cover the page.
  useEffect(() => void toast.error('您的权限有变，不再包括这个页面。填写的内容已存为草稿。'), [])
  // The right may be given back while the page says that it is gone, and the page may make no call of its own.
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && session.askForRights(), ASK_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <section className={styles.withdrawn} role="alert">
      <p>您的权限刚刚变更，已不能使用这个页面。填写的内容已存为草稿；能否提交以提交时的权限为准，权限恢复后这段提示自动消失。</p>
      {!user.viewing && (
        <Suspense fallback={null}>
          <AskRight path={path} key={path} />
        </Suspense>
      )}
    </section>
  )
}
