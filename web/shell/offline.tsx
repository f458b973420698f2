import { useEffect, useSyncExternalStore } from 'react'
import { toast } from '../toast.ts'
import styles from './bars.module.css'

interface Router {
  state: { location: { pathname: string } }
  navigate(to: unknown, options?: unknown): Promise<void>
}
const LATER = '网络已断开，恢复后再打开。当前页面和填写的内容都在'

const follow = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
const isOffline = () => !navigator.onLine

/** Without a connection another screen cannot be loaded; the browser would show its error page and the input would be lost. */
function stayHere(): () => void {
  const refuse = (path: string, here: string): boolean => {
    if (navigator.onLine || path === here) return false
    toast.warning(LATER)
    return true
  }
  const onClick = (e: MouseEvent) => {
    const link = e.target instanceof Element ? e.target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.target === '_blank' || link.origin !== location.origin || link.protocol === 'blob:') return
    if (!refuse(link.pathname, location.pathname)) return
    e.preventDefault()
    e.stopPropagation()
  }
  document.addEventListener('click', onClick, { capture: true })
  // Navigation by buttons uses the router, which would reload the page when a screen's script cannot be loaded.
  const router = (window as { __reactRouterDataRouter?: Router }).__reactRouterDataRouter
  const navigate = router?.navigate
  if (router && navigate)
    router.navigate = (to, options) => {
      const path = typeof to === 'string' ? to.split(/[?#]/)[0] : (to as { pathname?: string } | null)?.pathname
      const here = router.state.location.pathname
      return path && refuse(path, here) ? Promise.resolve() : navigate(to, options)
    }
  return () => {
    document.removeEventListener('click', onClick, { capture: true })
    if (router && navigate) router.navigate = navigate
  }
}

/** Shows that the connection is lost, as long as it is, and keeps the user on the page. */
export function OfflineBar() {
  const offline = useSyncExternalStore(follow, isOffline, () => false)
  useEffect(stayHere, [])
  if (!offline) return null
  return (
    <div role="status" className={styles.offline}>
      网络已断开。填写的内容暂存在本机，恢复后自动保存。
    </div>
  )
}
