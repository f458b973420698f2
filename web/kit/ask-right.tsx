import { useState } from 'react'
import { sessionWire } from '../../contract/session-wire.ts'
import { call } from '../api.ts'
import { askedWords } from '../session/right-ask.ts'
import { readFailure } from './failure.ts'

/** Asks the security officers for a screen, or for the permission of a refused call in it, with one click (ADR 0873). */
export default function AskRight({ path, refusedCall }: { path: string; refusedCall?: string }) {
  const [said, setSaid] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    try {
      const answer = await call(sessionWire.askRight, { body: { path, call: refusedCall } }, { silent: true })
      setSaid(askedWords((answer as { again: boolean }).again))
      setIsAsked(true)
    } catch (error) {
      // The button stays, because a failed call can be made again.
      setSaid(readFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {!isAsked && (
        <button type="button" className="btn btn-primary" disabled={busy} onClick={() => void ask()}>
          申请权限
        </button>
      )}
      <p role="status">{said}</p>
    </>
  )
}
