import { useState } from 'react'
import { USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { userNameInWords } from '../../contract/identity/user-name.ts'
import { useUser } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import css from './account/account.module.css'

const ChangePassword = lazyPart(() => import('./change-password.tsx').then((m) => m.default))
const MyDataPanel = lazyPart(() => import('./account/my-data.client.tsx').then((m) => m.MyDataPanel))
const SecondFactorPanel = lazyPart(() => import('./account/second-factor.client.tsx').then((m) => m.SecondFactorPanel))
const SecurityKeysPanel = lazyPart(() => import('./account/security-keys.client.tsx').then((m) => m.SecurityKeysPanel))
const OwnSessionsPanel = lazyPart(() => import('./account/own-sessions.client.tsx').then((m) => m.OwnSessionsPanel))
const MobilePanel = lazyPart(() => import('./account/mobile-panel.client.tsx').then((m) => m.MobilePanel))

/** 账号设置: the user's own account data, and the mobile number for text messages. */
export default function Account() {
  const user = useUser()
  const [open, setOpen] = useState(false)
  const of = user?.type === USER_TYPE_OPERATOR ? user.officeName : user?.companyName
  return (
    <>
      <h1 className={css.title}>账号设置</h1>
      <section className={css.panel} aria-labelledby="account-self">
        <h2 id="account-self">账号</h2>
        <dl className={css.facts}>
          <div>
            <dt>姓名</dt>
            <dd>{user?.name}</dd>
          </div>
          <div>
            <dt>用户名</dt>
            <dd>{user?.userName && userNameInWords(user.userName)}</dd>
          </div>
          {of && (
            <div>
              <dt>{user?.type === USER_TYPE_OPERATOR ? '部门' : '企业'}</dt>
              <dd>{of}</dd>
            </div>
          )}
        </dl>
        {user?.type === USER_TYPE_OPERATOR && !user.viewing && (
          <button type="button" className="btn btn-small" onClick={() => setOpen(true)}>
            修改密码
          </button>
        )}
      </section>
      <MobilePanel />
      {user?.type === USER_TYPE_OPERATOR && (
        <>
          <SecondFactorPanel />
          <SecurityKeysPanel />
        </>
      )}
      <OwnSessionsPanel />
      <MyDataPanel />
      {open && <ChangePassword onClose={() => setOpen(false)} />}
    </>
  )
}
