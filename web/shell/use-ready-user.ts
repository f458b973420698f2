import { useCallback, useEffect, useState } from 'react'
import { session, type SessionUser } from '../session.ts'

/**
 * Who is logged in, once the session is known (null: nobody); undefined until then, also on the server. `unknown`: a session is there and the
 * server did not say whose; `look` looks again. For what must not be begun as somebody else.
 */
export function useReadyUser(): { user: SessionUser | null | undefined; unknown: boolean; look(): void } {
  const [found, setFound] = useState<{ user: SessionUser | null | undefined; unknown: boolean }>({ user: undefined, unknown: false })
  const look = useCallback(() => setFound({ user: session.user() ?? null, unknown: session.isUnknown() }), [])
  useEffect(() => {
    void session.ready().then(look)
  }, [look])
  return { ...found, look }
}
