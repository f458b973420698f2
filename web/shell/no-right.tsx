import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { messages } from '../../contract/messages.ts'
import { quoted } from '../../contract/quoted.ts'
import type { SessionUser } from '../session/session-reader.ts'
import styles from './work-shell.module.css'

const LackedRight = lazy(() => import('../kit/lacked-right.tsx'))

/** 无权限 instead of a screen. Staff ask the security officers with one click; `path` is the address of the menu entry. */
export function NoRight({ title, user, phone, path }: { title: string | undefined; user: SessionUser; phone: string; path: string }) {
  const staff = user.type === USER_TYPE_OPERATOR
  return (
    <section className={`card ${styles.message}`}>
      <h1>{messages.noRight}</h1>
      {staff ? (
        <Suspense fallback={null}>
          <LackedRight path={path} title={title} mayAsk={!user.viewing} key={path} />
        </Suspense>
      ) : (
        <p>
          您没有打开{title ? quoted(title) : '此页面'}的权限。如有疑问，请联系企业服务中心{phone ? `：${phone}` : ''}。
        </p>
      )}
      <p>
        <Link className="btn" to="/work">
          返回工作台
        </Link>
      </p>
    </section>
  )
}
