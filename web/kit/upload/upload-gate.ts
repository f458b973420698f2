import { createContext, use, useEffect } from 'react'

/** Unfinished uploads of a form; the form checks them before it is sent (spec §5, V026). */
export type UploadGate = Map<string, string>
export const UploadGateContext = createContext<UploadGate | null>(null)

/** Tells the surrounding form why it cannot be sent yet; null releases it. */
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
