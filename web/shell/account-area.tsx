import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { fill, messages } from '../../contract/messages.ts'
import { ownAddress } from '../session/own-address.ts'
import { useViewer } from '../session.ts'
import styles from './account-area.module.css'
import { useRootData, useSite } from './root-data.ts'
import { ssoAddress } from './sso.ts'

/** A visitor never needs it, and most people on public pages are visitors. */
const AccountMenu = lazy(() => import('./account-menu.tsx'))

/** The log-in link, or the user's menu. */
export function AccountArea({ placement = 'portal' }: { placement?: 'portal' | 'work' }) {
  const viewer = useViewer()
  const { pathname, search } = useLocation()
  const origin = useRootData()?.origin ?? 'http://localhost'
  // On the log-in page, the link keeps that page's own return address.
  const back = (pathname === '/login' && ownAddress(new URLSearchParams(search).get('redirect'), origin)) || undefined
  const site = useSite()
  if (!viewer)
    return (
      <a className={styles.login} href={site.ssoUrl ? ssoAddress(site.ssoUrl, back) : '/login'}>
        {messages.enterpriseLogin}
      </a>
    )
  const greeting = fill(messages.greeting, { name: viewer.name })
  return (
    <Suspense fallback={<span className={styles.waiting}>{greeting}</span>}>
      <AccountMenu type={viewer.type} greeting={greeting} isWork={placement === 'work'} />
    </Suspense>
  )
}
