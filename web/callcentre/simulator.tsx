import { Button, Input } from 'antd'
import { useState } from 'react'
import { callDoor } from '../../contract/callcentre/desk.ts'
import type { CallEvent } from '../../contract/callcentre/states.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import css from './ecall.module.css'
import { useOffered } from '../kit/view-only.tsx'
import { useLoggedInAgain } from '../kit/form/shown-failure.ts'

const buttons: readonly (readonly [CallEvent, string])[] = [
  ['ringing', '来电'],
  ['answered', '接听'],
  ['ended', '挂断'],
  ['missed', '未接'],
]

/** Demo mode: sends the events of a telephone system through the same signed endpoint. */
export function Simulator({ onDone }: { onDone(): Promise<unknown> }) {
  const offered = useOffered()
  const [phone, setPhone] = useState('0570-5000000')
  const [callId, setCallId] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  useLoggedInAgain(() => setFault(null))
  const [busy, setBusy] = useState<CallEvent | null>(null)
  const send = async (event: CallEvent) => {
    setBusy(event)
    setFault(null)
    try {
      const fresh = event === 'ringing' || callId === null
      const made = await call(callDoor.simulate, { body: { event, phone, ...(fresh ? {} : { callId }) } }, { silent: true })
      setCallId(event === 'ended' || event === 'missed' ? null : made.callId)
      await onDone()
    } catch (error) {
      setFault(readFailure(error).message)
    } finally {
      setBusy(null)
    }
  }
  return (
    <fieldset className={css.box}>
      <legend className={css.small}>模拟来电（仅演示）</legend>
      <label htmlFor="simulated-number">主叫号码</label>
      <Input id="simulated-number" value={phone} maxLength={40} {...offered} onChange={(e) => setPhone(e.target.value)} />
      <div className={css.bar}>
        {buttons.map(([event, label]) => (
          <Button
            key={event}
            size="small"
            loading={busy === event}
            disabled={busy !== null || (event !== 'ringing' && event !== 'missed' && callId === null)}
            {...offered}
            onClick={() => void send(event)}
          >
            {label}
          </Button>
        ))}
      </div>
      {fault && (
        <p role="alert" className={css.late}>
          {fault}
        </p>
      )}
    </fieldset>
  )
}
