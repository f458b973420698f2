import { useEffect, useRef, useState, type RefObject } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { KitProvider } from '../kit/provider.client.tsx'
import { session, useMenus, useUser } from '../session.ts'
import { AccountArea } from './account-area.tsx'
import { MenuIcon } from './icons.tsx'
import { lazyPart } from './lazy-part.tsx'
import { NoRight } from './no-right.tsx'
import { RightWithdrawn } from './right-withdrawn.tsx'
import { useSite } from './root-data.ts'
import { logInFor } from './log-in-address.ts'
import { SessionUnknown } from './session-unknown.tsx'
import { SkipLink } from './skip-link.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { useHeldScreen } from './use-held-screen.ts'
import { WorkSidebar } from './work-sidebar.tsx'
import { workScreenAt } from './work-screen.ts'
import { mayOpen, trailTo } from './work-rights.ts'
import styles from './work-shell.module.css'

const GivenPassword = lazyPart(() => import('./given-password.tsx').then((m) => m.GivenPassword))
const JobTray = lazyPart(() => import('./job-tray.tsx').then((m) => m.JobTray))
const PrintHead = lazyPart(() => import('./print-head.tsx').then((m) => m.default))
const COLLAPSED = 'qifu.sidebar'

/**
 * Frame of the workbench: header 56 px, sidebar 210 px from the server's menus, breadcrumbs, and the access check of each screen (spec §2,
 * §6).
 */
export function WorkShell({ failed = false }: { failed?: boolean }) {
  const { pathname, search } = useLocation()
  const menus = useMenus()
  const user = useUser()
  const site = useSite()
  const [drawer, setDrawer] = useState(false)
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(COLLAPSED) === '1')
  useEffect(() => setDrawer(false), [pathname])
  const main = useRef<HTMLElement>(null)
  const namesItself = useOwnHeading(main)
  const screen = workScreenAt(pathname)
  const { open, held } = useHeldScreen(user !== undefined && mayOpen(screen, pathname, menus, user.type), pathname)
  const known = useRef(user)
  if (user) known.current = user
  if (!session.hasToken() && !user)
    return <ToLogIn address={logInFor(screen, pathname + search, site.ssoUrl, known.current)} hasEnded={known.current !== undefined} />

  const lit = screen?.lights ?? pathname
  const trail = trailTo(menus, lit).map((m) => m.name)
  // A menu entry names its own screen; another screen under the same entry adds its title.
  const crumbs = [...trail, ...(screen && (trail.length === 0 || pathname !== lit) && screen.title !== trail.at(-1) ? [screen.title] : [])]
  const toggle = () => {
    if (window.matchMedia('(max-width: 991px)').matches) return setDrawer(!drawer)
    localStorage.setItem(COLLAPSED, collapsed ? '0' : '1')
    setCollapsed(!collapsed)
  }
  return (
    <KitProvider>
      <SkipLink />
      <PrintHead />
      <header className={styles.header} data-print="hide">
        <button
          type="button"
          className={styles.toggle}
          onClick={toggle}
          aria-label={drawer || !collapsed ? '收起菜单' : '展开菜单'}
          aria-expanded={drawer}
        >
          <MenuIcon />
        </button>
        <Link to="/work" className={styles.name}>
          {site.name}
          <span>工作台</span>
        </Link>
        <AccountArea placement="work" />
      </header>
      <div className={styles.body}>
        {drawer && <button type="button" tabIndex={-1} className={styles.mask} aria-label="收起菜单" onClick={() => setDrawer(false)} />}
        <aside className={`${styles.sidebar} ${collapsed ? styles.collapsed : ''} ${drawer ? styles.drawer : ''}`} data-print="hide">
          <WorkSidebar menus={menus} lit={lit} collapsed={collapsed && !drawer} />
        </aside>
        <main id="main" ref={main} className={styles.main} tabIndex={-1}>
          <nav aria-label="当前位置" className={styles.crumbs} data-print="hide">
            <ol>
              <li>
                <Link to="/work">工作台</Link>
              </li>
              {crumbs.map((name, i) => (
                <li key={i} aria-current={i === crumbs.length - 1 ? 'page' : undefined}>
                  {i === crumbs.length - 1 && !namesItself ? <h1 data-crumb>{name}</h1> : name}
                </li>
              ))}
            </ol>
          </nav>
          {failed ? (
            <Failed />
          ) : !user ? (
            <SessionUnknown />
          ) : user.passwordGiven ? (
            <GivenPassword />
          ) : open ? (
            <>
              {held && <RightWithdrawn user={user} path={lit} />}
              <Outlet />
            </>
          ) : (
            <NoRight title={screen?.title} user={user} phone={site.phone} path={lit} />
          )}
        </main>
      </div>
      {user && !user.passwordGiven && <Shortcuts menus={menus} />}
      {user?.type === USER_TYPE_OPERATOR && !user.viewing && !user.passwordGiven && <JobTray person={user.id} />}
    </KitProvider>
  )
}

/** Whether the screen has its own heading; otherwise the last breadcrumb is the heading. */
function useOwnHeading(main: RefObject<HTMLElement | null>): boolean {
  const [own, setOwn] = useState(true)
  useEffect(() => {
    const el = main.current
    if (!el) return
    const look = () => setOwn(el.querySelector('h1:not([data-crumb])') !== null)
    look()
    const watch = new MutationObserver(look)
    watch.observe(el, { childList: true, subtree: true })
    return () => watch.disconnect()
  })
  return own
}

/**
 * After a session ended here, the session itself redirects once its message was read; a visitor without a session is redirected to the
 * log-in at once.
 */
function ToLogIn({ address, hasEnded }: { address: string; hasEnded: boolean }) {
  const first = useRef({ address, hasEnded }).current
  useEffect(() => {
    const timer = setTimeout(() => location.replace(first.address), first.hasEnded ? 4_000 : 0)
    return () => clearTimeout(timer)
  }, [first])
  return (
    <p role="status" className={styles.message}>
      正在前往登录…
    </p>
  )
}

function Failed() {
  return (
    <section className={`card ${styles.message}`} role="alert">
      <h1>页面出现异常</h1>
      <p>内容没有加载成功，已填写的草稿不受影响。</p>
      <p>
        <button type="button" className="btn" onClick={() => location.reload()}>
          重新加载
        </button>
      </p>
    </section>
  )
}
