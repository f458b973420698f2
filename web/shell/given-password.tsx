import { lazy, Suspense, useState } from 'react'
import { GIVEN_PASSWORD } from '../../contract/identity/given-password.ts'
import { messages } from '../../contract/messages.ts'
import styles from './work-shell.module.css'

const ChangePassword = lazy(() => import('../identity/index.ts').then((m) => ({ default: m.ChangePassword })))

/** Stands in place of every screen until the password that a system administrator set is changed; the server refuses all other calls. */
export function GivenPassword() {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={`card ${styles.message}`}>
      <h1>请先修改密码</h1>
      <p>{GIVEN_PASSWORD}。</p>
      <p>修改之后用新密码重新登录。</p>
      <p>
        <button type="button" className="btn btn-primary" onClick={() => setOpen(true)}>
          {messages.changePassword}
        </button>
      </p>
      {isOpen && (
        <Suspense>
          <ChangePassword onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
