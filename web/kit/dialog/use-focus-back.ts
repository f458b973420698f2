import { useEffect, useState } from 'react'

/**
 * Gives the keyboard back to the button that opened a drawer when the drawer is taken out of the page. The drawer itself does so only when it
 * stays in the page, closed.
 */
export function useFocusBack(): void {
  // Read while rendering: when effects run, the drawer already has the focus.
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // After the drawer is gone, because it holds the focus until then.
      setTimeout(() => {
        if (opener instanceof HTMLElement && opener.isConnected && document.activeElement === document.body) opener.focus()
      })
    },
    [opener],
  )
}
