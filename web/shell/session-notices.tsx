import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useUser } from '../session.ts'
import { freshCode, ownPassword } from '../session/fresh-proof.ts'
import { logInAgain } from '../session/log-in-again.ts'
import { sessionEnd } from '../session/session-end.ts'

const LogInAgainDialog = lazy(() => import('../identity/index.ts').then((m) => ({ default: m.LogInAgainDialog })))
const PartedDialog = lazy(() => import('../identity/index.ts').then((m) => ({ default: m.PartedDialog })))
const FreshCodeDialog = lazy(() => import('../identity/index.ts').then((m) => ({ default: m.FreshCodeDialog })))
const OwnPasswordDialog = lazy(() => import('../identity/index.ts').then((m) => ({ default: m.OwnPasswordDialog })))
const BeforeEnd = lazy(() => import('./before-end.tsx'))
const ViewingBar = lazy(() => import('./viewing-bar.tsx'))

/** The dialogs and bars of the session: before its end and after it, for a fresh code or the password, and while viewing as somebody else. */
export default function SessionNotices() {
  const again = useSyncExternalStore(logInAgain.subscribe, logInAgain.now, nothing)
  const code = useSyncExternalStore(freshCode.subscribe, freshCode.now, nothing)
  const password = useSyncExternalStore(ownPassword.subscribe, ownPassword.now, nothing)
  const end = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.now, nothing)
  const user = useUser()
  return (
    <Suspense>
      {again && (again.parted === undefined ? <LogInAgainDialog again={again} /> : <PartedDialog parted={again.parted} />)}
      {code && !again && <FreshCodeDialog onClose={code.answer} />}
      {password && !again && <OwnPasswordDialog onClose={password.answer} />}
      {user?.viewing && <ViewingBar until={user.viewing.until} change={user.viewing.change ?? null} />}
      {end !== null && !again && <BeforeEnd end={end} />}
    </Suspense>
  )
}
const nothing = () => null
