import { useEffect, useId, useRef, useState } from 'react'
import { CONSULT_TEXTAREA_MAX_ROWS, CONSULT_TEXTAREA_MIN_ROWS } from '../../../contract/constants.ts'
import { consult } from '../../../contract/policy/consult.ts'
import { fill, messages } from '../../../contract/messages.ts'
import { ApiError, call } from '../../api.ts'
import { personalKeys } from '../../session/personal.ts'
import { Dialog } from '../../shell/dialog.tsx'
import { requireTokenToConsult } from '../../shell/require-login.ts'
import { useSite } from '../../shell/root-data.ts'
import { toast } from '../../toast.ts'
import { consultAfterLogin } from './consult-key.ts'
import { useLoggedInAgain } from '../../kit/form/shown-failure.ts'

const MAX = 500
/** The present page, with a parameter that reopens the dialog after the log-in. */
const withConsult = (policyId: number) => {
  const back = new URL(location.href)
  back.searchParams.set(consultAfterLogin, String(policyId))
  return back.pathname + back.search
}
/** The typed question survives a log-in in between (ux §6). */
const draftKey = personalKeys.consult

/** 政策咨询 (spec §2, §5): policy title, content box of 2 to 4 rows, a tip to phone, cancel and confirm. */
export default function ConsultDialog({ policyId, policyTitle, onClose }: { policyId: number; policyTitle: string; onClose(): void }) {
  const { phone, ssoUrl } = useSite()
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const [allowed, setAllowed] = useState(false)
  const [text, setText] = useState(() => sessionStorage.getItem(draftKey(policyId)) ?? '')
  const [error, setError] = useState('')
  useLoggedInAgain(() => setError(''))
  const [sending, setSending] = useState(false)

  useEffect(() => {
    let gone = false
    void requireTokenToConsult(ssoUrl, withConsult(policyId)).then((ok) => {
      if (gone) return
      if (ok) setAllowed(true)
      else onClose()
    })
    return () => {
      gone = true
    }
    // Asked once when the dialog opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (!allowed) return null

  const check = () => {
    const fault = text.trim() ? '' : messages.consultContentRequired
    setError(fault)
    return fault === ''
  }
  const change = (value: string) => {
    setText(value)
    sessionStorage.setItem(draftKey(policyId), value)
    if (value.trim()) setError('')
  }
  const send = async () => {
    if (!check()) {
      box.current?.focus()
      return
    }
    setSending(true)
    try {
      await call(consult.ask, { body: { consultContent: text.trim(), polInfoId: policyId } })
      sessionStorage.removeItem(draftKey(policyId))
      toast.success(messages.consultSubmitted)
      onClose()
    } catch (e) {
      if (e instanceof ApiError) setError(e.fields?.find((f) => f.path === 'consultContent')?.message ?? '')
    } finally {
      setSending(false)
    }
  }
  const rows = Math.min(Math.max(text.split('\n').length, CONSULT_TEXTAREA_MIN_ROWS), CONSULT_TEXTAREA_MAX_ROWS)
  return (
    <Dialog
      title={messages.policyConsult}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {messages.cancel}
          </button>
          <button
            type="button"
            className="btn btn-primary"
            disabled={sending}
            onClick={() => {
              void send()
            }}
          >
            {messages.confirm}
          </button>
        </>
      }
    >
      <p>
        <strong>{policyTitle}</strong>
      </p>
      <label className="field-label" htmlFor={id}>
        咨询内容
      </label>
      <textarea
        ref={box}
        id={id}
        className="field"
        rows={rows}
        maxLength={MAX}
        value={text}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-note`}
        onChange={(e) => change(e.target.value)}
        onBlur={check}
      />
      <p id={`${id}-note`} className={error ? 'field-error' : 'meta'} role={error ? 'alert' : undefined}>
        {error || `${[...text].length}/${MAX}`}
      </p>
      <p className="meta">{fill(messages.consultPhoneTip, { phone })}</p>
    </Dialog>
  )
}
