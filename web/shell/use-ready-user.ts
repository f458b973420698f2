import { useCallback, useEffect, useState } from 'react'
import { session, type SessionUser } from '../session.ts'

/**
 * The logged-in user, once the session is known (null: nobody); undefined until then, also on the server. `unknown`: there is a session,
 * but the server did not name its user; `look` asks again. For actions that must not begin under a wrong identity.
 */
export function useReadyUser(): { user: SessionUser | null | undefined; unknown: boolean; look(): void } {
  const [found, setFound] = useState<{ user: SessionUser | null | undefined; unknown: boolean }>({ user: undefined, unknown: false })
  const look = useCallback(() => setFound({ user: session.user() ?? null, unknown: session.isUnknown() }), [])
  useEffect(() => {
    void session.ready().then(look)
  }, [look])
  return { ...found, look }
}
