import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { USER_TYPE_ENTERPRISE, USER_TYPE_INDIVIDUAL, USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { fill, messages } from '../../contract/messages.ts'
import { ownAddress } from '../session/own-address.ts'
import { session, useUser, useViewer } from '../session.ts'
import styles from './account-area.module.css'
import type { Entry } from './dropdown.tsx'
import { useRootData, useSite } from './root-data.ts'
import { ssoAddress } from './sso.ts'

const Dropdown = lazy(() => import('./dropdown.tsx'))
const NoticeBell = lazy(() => import('../system/index.ts').then((m) => ({ default: m.NoticeBell })))
const ChangePassword = lazy(() => import('../identity/index.ts').then((m) => ({ default: m.ChangePassword })))
const Authorization = lazy(() => import('../identity/index.ts').then((m) => ({ default: m.Authorization })))

/** The log-in link, or the user's menu by type (spec §2 Header). */
export function AccountArea({ placement = 'portal' }: { placement?: 'portal' | 'work' }) {
  const viewer = useViewer()
  const { pathname, search } = useLocation()
  const origin = useRootData()?.origin ?? 'http://localhost'
  // On the log-in page, the link keeps that page's own return address.
  const back = (pathname === '/login' && ownAddress(new URLSearchParams(search).get('redirect'), origin)) || undefined
  const user = useUser()
  const site = useSite()
  const [dialog, setDialog] = useState<'password' | 'authorization' | null>(null)
  if (!viewer)
    return (
      <a className={styles.login} href={site.ssoUrl ? ssoAddress(site.ssoUrl, back) : '/login'}>
        {messages.enterpriseLogin}
      </a>
    )
  const greeting = fill(messages.greeting, { name: viewer.name })
  const is = (...types: string[]) => types.includes(viewer.type)
  const entries: Entry[] = [
    placement === 'work' ? { name: '返回门户', href: '/page/home' } : { name: messages.enterWorkbench, run: () => void enterWorkbench() },
    ...(placement === 'work' ? [{ name: '账号设置', href: '/work/account' }] : []),
    ...(is(USER_TYPE_OPERATOR) && placement === 'work' ? [{ name: '我的导出', href: '/work/myExport' }] : []),
    ...(is(USER_TYPE_OPERATOR) ? [{ name: messages.changePassword, run: () => setDialog('password') }] : []),
    ...(is(USER_TYPE_INDIVIDUAL, USER_TYPE_ENTERPRISE) && site.cityPlatformUrl
      ? [{ name: messages.cityPlatform, outside: site.cityPlatformUrl }]
      : []),
    ...(is(USER_TYPE_ENTERPRISE) && site.protocolCheck
      ? [{ name: messages.enterpriseAuthorization, run: () => setDialog('authorization') }]
      : []),
    ...(is(USER_TYPE_INDIVIDUAL) ? [{ name: '切换到企业', href: '/work/personalCompany' }] : []),
    ...(user?.oldType === USER_TYPE_INDIVIDUAL && is(USER_TYPE_ENTERPRISE)
      ? [{ name: '切回个人身份', run: () => void session.changeToCompany(null).catch(() => {}) }]
      : []),
    { name: messages.logout, run: () => void session.logout() },
  ]
  return (
    <>
      {!user?.viewing && (
        <Suspense>
          <NoticeBell light={placement === 'work'} />
        </Suspense>
      )}
      <Suspense fallback={<span className={styles.waiting}>{greeting}</span>}>
        <Dropdown label={greeting} entries={entries} light={placement === 'work'} />
      </Suspense>
      <Suspense>
        {dialog === 'password' && <ChangePassword onClose={() => setDialog(null)} />}
        {dialog === 'authorization' && <Authorization onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  )
}

/** The first entry of the menu, or the error of spec §2 when that is the call centre. */
async function enterWorkbench(): Promise<void> {
  await session.ready()
  const address = await session.workbenchAddress()
  if (address) location.assign(address)
}
