import { createContext, use, useEffect } from 'react'

/** Uploads of a form that are not finished; the form asks before it is sent (spec §5, V026). */
export type UploadGate = Map<string, string>
export const UploadGateContext = createContext<UploadGate | null>(null)

/** Tells the form around it why it cannot be sent yet; null lets it go. */
export function useUploadGate(id: string, reason: string | null): void {
  const gate = use(UploadGateContext)
  useEffect(() => {
    if (!gate) return
    if (reason === null) gate.delete(id)
    else gate.set(id, reason)
    return () => {
      gate.delete(id)
    }
  }, [gate, id, reason])
}
