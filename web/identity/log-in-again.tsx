import { useState } from 'react'
import { USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { messages } from '../../contract/messages.ts'
import { session } from '../session.ts'
import type { LogInAgain } from '../session/log-in-again.ts'
import { logInWhereFrom } from '../session/came-from.ts'
import { openTab } from '../session/page-storage.ts'
import { Dialog } from '../shell/dialog.tsx'
import { useSite } from '../shell/root-data.ts'
import { ssoAddress } from '../shell/sso.ts'
import { loginWays } from '../../contract/login-ways.ts'
import { LoginForm } from './login-form.tsx'
import styles from './log-in-again.module.css'

/** The page at which the new window ends. */
const DONE = '/login/done'

/**
 * Asks the user to sign in again while the page holds unsaved input: staff in this dialog, companies, individuals and everybody who came
 * from another platform in a new window, which leads there.
 * Closing it shows the page unchanged, with a bar that opens the dialog again.
 */
export default function LogInAgainDialog({ again }: { again: LogInAgain }) {
  const site = useSite()
  const [closed, setClosed] = useState(false)
  const [byPassword, setByPassword] = useState(false)
  const { user, reason } = again
  if (closed)
    return (
      <div className={styles.bar} role="status">
        登录已结束，本页内容还没有提交。
        <button type="button" className="btn btn-primary btn-small" onClick={() => setClosed(false)}>
          重新登录
        </button>
      </div>
    )
  const from = logInWhereFrom(user, DONE)
  const isStaff = user.type === USER_TYPE_OPERATOR || !site.ssoUrl
  const elsewhere = from ?? (isStaff ? null : ssoAddress(site.ssoUrl, DONE))
  return (
    <Dialog title="请重新登录" width={480} onClose={() => setClosed(true)}>
      <p>{reason && reason !== messages.loginTimeout401 ? `${reason}。` : '登录已超时。'}</p>
      <p>填写的内容还在本页，用原来的账号（{user.name}）登录后可以继续。换成其他账号登录，本页内容将不再保留。</p>
      {elsewhere === null || byPassword ? (
        <LoginForm userName={user.userName} onDone={session.loggedInAgain} />
      ) : (
        <p className={styles.window}>
          <button
            type="button"
            className="btn btn-primary"
            onClick={() => {
              const tab = openTab()
              if (tab) tab.go(new URL(elsewhere, location.href).href)
            }}
          >
            {from ? `在新窗口${loginWays[user.loginWay ?? ''] ?? '登录'}` : '在新窗口登录'}
          </button>
          {from && user.type === USER_TYPE_OPERATOR && (
            <button type="button" className="btn" onClick={() => setByPassword(true)}>
              用账号密码登录
            </button>
          )}
        </p>
      )}
    </Dialog>
  )
}
