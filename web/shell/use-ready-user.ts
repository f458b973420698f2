import { useEffect, useState } from 'react'
import { session, type SessionUser } from '../session.ts'

/** Who is logged in, once the session is known (null: nobody); undefined until then, also on the server. For what must not be begun as somebody else. */
export function useReadyUser(): SessionUser | null | undefined {
  const [user, setUser] = useState<SessionUser | null | undefined>(undefined)
  useEffect(() => {
    void session.ready().then(() => setUser(session.user() ?? null))
  }, [])
  return user
}
