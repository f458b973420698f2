import { useEffect } from 'react'

/** Ctrl+Enter approves, unless a dialog is open. */
export function usePassKey(mayPass: boolean, pass: () => void): void {
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (
        e.key !== 'Enter'
        || e.repeat
        || !(e.ctrlKey || e.metaKey)
        || e.isComposing
        || !mayPass
        || document.querySelector('[role="dialog"][aria-modal="true"]:not([style*="display: none"])')
      )
        return
      e.preventDefault()
      pass()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
