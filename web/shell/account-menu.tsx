import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { USER_TYPE_ENTERPRISE, USER_TYPE_INDIVIDUAL, USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { messages } from '../../contract/messages.ts'
import { toast } from '../toast.ts'
import { session, useActing, useUser } from '../session.ts'
import { Dropdown, type Entry } from './dropdown.tsx'
import { useSite } from './root-data.ts'

/** 企业绑定: one's companies */
const BINDINGS = '/work/personalCompany'

const NoticeBell = lazy(() => import('../system/index.ts').then((m) => ({ default: m.NoticeBell })))
const ChangePassword = lazy(() => import('../identity/index.ts').then((m) => ({ default: m.ChangePassword })))
const Authorization = lazy(() => import('../identity/index.ts').then((m) => ({ default: m.Authorization })))

/** What a user finds under the own name, by type (spec §2 Header). */
export default function AccountMenu({ type, greeting, isWork }: { type: string; greeting: string; isWork: boolean }) {
  const user = useUser()
  const { pathname } = useLocation()
  const site = useSite()
  const company = useActing() ? user?.companyName : undefined
  const [dialog, setDialog] = useState<'password' | 'authorization' | null>(null)
  const is = (...types: string[]) => types.includes(type)
  const entries: Entry[] = [
    isWork ? { name: '返回门户', href: '/page/home' } : { name: messages.enterWorkbench, run: () => void enterWorkbench() },
    ...(isWork ? [{ name: '账号设置', href: '/work/account' }] : []),
    ...(is(USER_TYPE_OPERATOR) && isWork ? [{ name: '我的导出', href: '/work/myExport' }] : []),
    ...(is(USER_TYPE_OPERATOR) ? [{ name: messages.changePassword, run: () => setDialog('password') }] : []),
    ...(is(USER_TYPE_INDIVIDUAL, USER_TYPE_ENTERPRISE) && site.cityPlatformUrl
      ? [{ name: messages.cityPlatform, outside: site.cityPlatformUrl }]
      : []),
    ...(is(USER_TYPE_ENTERPRISE) && site.protocolCheck
      ? [{ name: messages.enterpriseAuthorization, run: () => setDialog('authorization') }]
      : []),
    ...(is(USER_TYPE_INDIVIDUAL)
      ? [
          pathname === BINDINGS
            ? { name: '切换到企业', run: () => toast.info('请在下面的列表里选“切换到该企业”；还没有绑定的，先申请绑定企业') }
            : { name: '切换到企业', href: BINDINGS },
        ]
      : []),
    ...(user?.oldType === USER_TYPE_INDIVIDUAL && is(USER_TYPE_ENTERPRISE)
      ? [
          { name: '切回个人身份', run: () => void session.changeToCompany(null).catch(() => {}) },
          // Only the own identity has the list of one's companies.
          { name: '切换到其他企业', run: () => void session.changeToCompany(null, BINDINGS).catch(() => {}) },
        ]
      : []),
    { name: messages.logout, run: () => void session.logout() },
  ]
  return (
    <>
      {!user?.viewing && (
        <Suspense>
          <NoticeBell light={isWork} />
        </Suspense>
      )}
      <Dropdown label={greeting} company={company} entries={entries} light={isWork} />
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
