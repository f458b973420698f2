import { lazy, Suspense, useEffect } from 'react'
import type { SessionUser } from '../session/session-reader.ts'
import { toast } from '../toast.ts'
import styles from './work-shell.module.css'

const AskRight = lazy(() => import('../kit/ask-right.tsx'))

/** Above a screen whose right was withdrawn while something is typed in it. `path` is the address of the menu entry. */
export function RightWithdrawn({ user, path }: { user: SessionUser; path: string }) {
  // A dialog or drawer with the input may cover the page.
  useEffect(() => void toast.error('您的权限有变，现在不能提交。填写的内容还在，也已存为草稿。'), [])
  return (
    <section className={styles.withdrawn} role="alert">
      <p>您的权限刚刚变更，已不能使用这个页面。填写的内容还在本页，也已存为草稿，现在不能提交；需要时请先复制。</p>
      {!user.viewing && (
        <Suspense fallback={null}>
          <AskRight path={path} key={path} />
        </Suspense>
      )}
    </section>
  )
}
