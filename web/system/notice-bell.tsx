import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../shell/icons.tsx'
import { useTitleCount } from '../shell/title-count.ts'
import css from './notice-bell.module.css'
import { useUnread } from './unread.ts'

const NoticePanel = lazy(() => import('./notice-panel.tsx'))

/** The bell in the header with the number of unread notices; it opens the latest ones. */
export function NoticeBell({ light }: { light: boolean }) {
  const unread = useUnread()
  useTitleCount(unread ?? 0)
  const [open, setOpen] = useState(false)
  const { pathname, search } = useLocation()
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => setOpen(false), [pathname, search])
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      root.current?.querySelector('button')?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', escape)
    }
  }, [open])
  return (
    <div className={css.bell} ref={root}>
      <button
        type="button"
        className={light ? css.light : css.dark}
        aria-expanded={open}
        aria-label={unread ? `消息，${unread} 条未读` : '消息'}
        onClick={() => setOpen(!open)}
      >
        <BellIcon />
        {unread !== null && unread > 0 && (
          <span className={css.count} aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </button>
      {open && (
        <Suspense fallback={null}>
          <NoticePanel />
        </Suspense>
      )}
    </div>
  )
}

const BellIcon = () => (
  <Icon>
    <path d="M5 8.5a5 5 0 0 1 10 0c0 4 1.5 5 1.5 5h-13s1.5-1 1.5-5M8.5 16.5h3" />
  </Icon>
)
