import { useState } from 'react'

/** Runs one call at a time; errors were shown by the call itself. */
export function useOnce() {
  const [busy, setBusy] = useState(false)
  const once = async (work: () => Promise<unknown>) => {
    setBusy(true)
    await work().catch(() => {})
    setBusy(false)
  }
  return { busy, once }
}
