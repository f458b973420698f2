import { useState } from 'react'

/** One call at a time; a refusal was shown by the call. */
export function useOnce() {
  const [busy, setBusy] = useState(false)
  const once = async (work: () => Promise<unknown>) => {
    setBusy(true)
    await work().catch(() => {})
    setBusy(false)
  }
  return { busy, once }
}
