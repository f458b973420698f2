import { useState } from 'react'
import { Link } from 'react-router'
import { rightAsk } from '../../contract/identity/access.ts'
import { USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import type { SessionUser } from '../session/session-reader.ts'
import styles from './work-shell.module.css'

/** 无权限 instead of a screen. Staff ask the security officers with one click; `path` is the address of the menu entry. */
export function NoRight({ title, user, phone, path }: { title: string | undefined; user: SessionUser; phone: string; path: string }) {
  const staff = user.type === USER_TYPE_OPERATOR
  return (
    <section className={`card ${styles.message}`}>
      <h1>{messages.noRight}</h1>
      <p>
        您没有打开{title ? `“${title}”` : '此页面'}的权限。
        {staff ? '如工作需要，可以向安全管理员申请。' : `如有疑问，请联系企业服务中心${phone ? `：${phone}` : ''}。`}
      </p>
      {staff && !user.viewing && <AskRight path={path} key={path} />}
      <p>
        <Link className="btn" to="/work">
          返回工作台
        </Link>
      </p>
    </section>
  )
}

function AskRight({ path }: { path: string }) {
  const [said, setSaid] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    try {
      const { again } = await call(rightAsk.ask, { body: { path } }, { silent: true })
      setSaid(again ? '近日已申请过，安全管理员已收到，请等候授予。' : '已告知安全管理员，授予后这里即可打开。')
      setIsAsked(true)
    } catch (error) {
      // The button stays, because a failed call can be made again.
      setSaid(readFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {!isAsked && (
        <button type="button" className="btn btn-primary" disabled={busy} onClick={() => void ask()}>
          申请权限
        </button>
      )}
      <p role="status">{said}</p>
    </>
  )
}
