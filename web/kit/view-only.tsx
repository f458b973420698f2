import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { viewOnly } from '../../contract/view-only.ts'
import { useUser } from '../session.ts'

/** Why nothing can be done here, in the server's words, while somebody views the platform as this user; otherwise null. */
export function useViewOnly(): string | null {
  const user = useUser()
  return user?.viewing ? viewOnly(user.name) : null
}

/** For a button that changes or fetches something: disabled with the reason while somebody only looks. */
export function useOffered(): { disabled?: true; title?: string } {
  const why = useViewOnly()
  return why === null ? {} : { disabled: true, title: why }
}

/** A form: while somebody only looks, its inputs and buttons are disabled, and it says why. */
export function ViewOnlyForm({ children }: { children: ReactNode }) {
  const why = useViewOnly()
  if (why === null) return children
  return (
    <>
      <p role="note" className="meta">
        {why}
      </p>
      <ConfigProvider componentDisabled>{children}</ConfigProvider>
    </>
  )
}
