import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { messages } from '../../contract/messages.ts'
import { CHUNK_LOAD_TIMEOUT_S, USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { shellWire } from '../../contract/wire.ts'
import { call } from '../api.ts'
import { flushDrafts, logVisit, session, useUser } from '../session.ts'
import { keys } from '../session/session-reader.ts'
import { guardChunks, tooLate } from './chunks.ts'
import styles from './bars.module.css'
import { OfflineBar } from './offline.tsx'
import { useRootData } from './root-data.ts'
import { plainTitle } from './title-count.ts'
import { watchVersion } from './version.ts'

const SessionNotices = lazy(() => import('./session-notices.tsx'))
const ChangePassword = lazy(() => import('../identity/index.ts').then((m) => ({ default: m.ChangePassword })))

const SAME_VISIT_MS = 1000

/** Services that run as long as the page: session, visit log, new-version notice, stale-password prompt. Renders in the browser only. */
export function Life() {
  const site = useRootData()?.site
  const { pathname, search, key } = useLocation()
  const visited = useRef({ address: '', at: 0 })
  const [outdated, setOutdated] = useState(false)
  useEffect(() => {
    if (!site) return
    void session.start(site)
    // Its code comes after that of the page, whose budget it would exceed.
    void import('./moved-press.ts').catch(() => {})
    const ends = [guardChunks(), watchVersion(() => setOutdated(true))]
    return () => {
      for (const end of ends) end()
    }
  }, [site])
  useEffect(() => {
    // Every navigation counts, also to another record or page of a list; a redirect to the same address does not. The query itself is not
    // sent.
    const address = pathname + search
    const { address: last, at } = visited.current
    visited.current = { address, at: Date.now() }
    if (address === last && Date.now() - at < SAME_VISIT_MS) return
    // The title changes one task later. Without clean-up, because the next navigation does not cancel this entry.
    setTimeout(() => logVisit(pathname, plainTitle(document.title)), 0)
  }, [pathname, search, key])
  const waits = useNavigation().state !== 'idle'
  useEffect(() => {
    if (!waits) return
    // The router itself waits for a screen's script without limit (spec §9).
    const id = setTimeout(tooLate, CHUNK_LOAD_TIMEOUT_S * 1000)
    return () => clearTimeout(id)
  }, [waits])
  return (
    <>
      <OfflineBar />
      {outdated && (
        <div role="status" className={styles.bar}>
          <button type="button" className={styles.button} onClick={() => void flushDrafts().then(() => location.reload())}>
            {messages.newVersion}
          </button>
        </div>
      )}
      <StalePassword />
      <OfSession />
    </>
  )
}

// Only a question that was seen counts: the log-in page navigates away before it is shown.
const asked = () => sessionStorage.setItem(keys.passwordAsked, '1')

/** Operators with a password older than 90 days are asked once per log-in (spec §6). */
function StalePassword() {
  const user = useUser()
  const [stale, setStale] = useState(false)
  const operator = user?.type === USER_TYPE_OPERATOR
  useEffect(() => {
    if (!operator || sessionStorage.getItem(keys.passwordAsked)) return
    call(shellWire.needUpdatePwd, {}, { silent: true }).then(
      (answer) => {
        if (answer === true) setStale(true)
        else asked()
      },
      () => {},
    )
  }, [operator])
  if (!stale) return null
  return (
    <Suspense>
      <ChangePassword
        reason={messages.passwordStale}
        onClose={() => {
          asked()
          setStale(false)
        }}
      />
    </Suspense>
  )
}

/** Not needed for visitors; once a user was logged in on this page it stays, because it also reports the end of the session. */
function OfSession() {
  const user = useUser()
  const known = useRef(false)
  if (user) known.current = true
  if (!known.current) return null
  return (
    <Suspense>
      <SessionNotices />
    </Suspense>
  )
}
