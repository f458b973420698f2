import { useEffect, useState } from 'react'
import { quoted } from '../../contract/quoted.ts'
import { sessionWire } from '../../contract/session-wire.ts'
import { call } from '../api.ts'
import { session, useUser } from '../session.ts'
import { toast, UNTIL_CLOSED } from '../toast.ts'
import type { SessionUser } from '../session/session-reader.ts'
import styles from './bars.module.css'
import { viewEnded } from './view-ended.ts'

const ASK_EVERY_MS = 5000
const isViewed = async (): Promise<boolean> =>
  Boolean(((await call(sessionWire.info, {}, { silent: true })) as { user: SessionUser }).user.viewing)
async function leaveIfEnded(): Promise<void> {
  if (!(await viewEnded(isViewed))) return
  // The server takes it out of the session with what ended it; a process of the version before did not.
  await call(sessionWire.endViewing, undefined, { silent: true })
  await goBack('查看已结束：该账号已停用，或者它或您的权限有变化')
}
/** To the officer's own workbench, which says why until it was read: the page that was looked at is gone. */
const goBack = (why: string): Promise<void> => {
  toast.warning(why, UNTIL_CLOSED)
  return session.viewChanged()
}

const clock = (ms: number) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`

/**
 * Shows on every page that it is viewed as somebody else (ADR 0712), perhaps after a change that has not taken effect (ADR 0890), with the
 * remaining time and a button to end it.
 */
export default function ViewingBar({ until, change }: { until: string; change: string | null }) {
  const user = useUser()
  const end = Date.parse(until)
  const [left, setLeft] = useState(() => end - Date.now())
  useEffect(() => {
    const timer = setInterval(() => setLeft(end - Date.now()), 1000)
    return () => clearInterval(timer)
  }, [end])
  const isOver = left <= 0
  useEffect(() => {
    // The server ends the view by the same clock; a moment later it returns the real user.
    if (!isOver) return
    const timer = setTimeout(() => void goBack('查看已结束：时间到了'), 1500)
    return () => clearTimeout(timer)
  }, [isOver])
  useEffect(() => {
    // Somebody may decide the change meanwhile, or disable the account, which ends the view on the server.
    const ask = () => void leaveIfEnded().catch(() => {})
    ask()
    const timer = setInterval(ask, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className={styles.viewing} role="status" data-print="hide">
      <span>
        {change === null
          ? `正在以${quoted(user?.name ?? '')}的视角查看`
          : `正在预看${quoted(change)}变更以后${quoted(user?.name ?? '')}看到的页面，变更还没有生效`}
        ，只能看，不能办理。<span className="num">{clock(Math.max(0, left))}</span> 后结束。
      </span>
      <button type="button" className="btn btn-small" onClick={() => void call(sessionWire.endViewing).then(() => session.viewChanged())}>
        结束查看
      </button>
    </div>
  )
}
