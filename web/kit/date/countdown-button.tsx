import { useEffect, useState } from 'react'
import { countdownText, secondsLeft } from './countdown.ts'

/** Start time of each countdown: closing and reopening a dialog does not restart it. */
const begun = new Map<string, number>()

/** Sends something once a minute (spec §9: 60 s). A refused send does not start the wait. */
export function CountdownButton({
  name,
  children,
  onSend,
  disabled = false,
}: {
  name: string
  children: string
  onSend: () => Promise<unknown>
  disabled?: boolean
}) {
  const [now, setNow] = useState(() => Date.now())
  const [busy, setBusy] = useState(false)
  const left = secondsLeft(begun.get(name) ?? null, now)
  const waiting = left > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [waiting])
  const send = async () => {
    setBusy(true)
    try {
      await onSend()
      begun.set(name, Date.now())
      setNow(Date.now())
    } catch {
      /* shown by the shared client */
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className="btn" disabled={disabled || waiting || busy} aria-busy={busy} onClick={() => void send()}>
      {countdownText(left, children)}
    </button>
  )
}
