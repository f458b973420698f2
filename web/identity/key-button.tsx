import { useState } from 'react'
import { messages } from '../../contract/messages.ts'
import type { KeyAnswer, KeyQuestion } from '../../contract/security-keys.ts'
import { readFailure } from '../kit/failure.ts'
import { answerOfKey, canUseKeys, keyFault } from './security-key.ts'
import styles from './login.module.css'

interface Props {
  onAsk(): Promise<KeyQuestion>
  onAnswer(answer: KeyAnswer): Promise<unknown>
  /** returns true when it has dealt with the error */
  onFault?(error: unknown): boolean
}

/** Uses a security key instead of a code; shown where the browser can. */
export default function KeyButton({ onAsk, onAnswer, onFault }: Props) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  if (!canUseKeys()) return null
  const use = async () => {
    setBusy(true)
    setFault(null)
    try {
      await onAnswer(await answerOfKey(await onAsk()))
    } catch (error) {
      if (onFault?.(error)) return
      setFault(keyFault(error) ?? (readFailure(error).message || messages.noResponse))
      setBusy(false)
    }
  }
  return (
    <>
      {fault && (
        <p role="alert" className={styles.alert}>
          {fault}
        </p>
      )}
      <button type="button" className="btn btn-block" disabled={busy} onClick={() => void use()}>
        {busy ? '请按安全密钥…' : '使用安全密钥'}
      </button>
    </>
  )
}
