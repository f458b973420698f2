import { useEffect, useState } from 'react'
import { authorizationText } from '../../contract/company.ts'
import { AUTH_STATUS_DECLINED, AUTH_STATUS_GRANTED, PROTOCOL_AUTHORIZED } from '../../contract/constants.ts'
import { Link } from 'react-router'
import { messages } from '../../contract/messages.ts'
import { session, useActing } from '../session.ts'
import { Dialog } from '../shell/dialog.tsx'
import { toast } from '../toast.ts'

/** Authorization to use the company's data, 01 declined · 02 granted; read-only when granted (spec §4 Protocol status). */
export default function Authorization({ onClose, onDecided }: { onClose(): void; onDecided?(status: string): void }) {
  const [status, setStatus] = useState<string>()
  const [agreed, setAgreed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let gone = false
    setFailure('')
    session.protocolStatus().then(
      (found) => {
        if (!gone) setStatus(found)
      },
      (error: unknown) => {
        if (!gone) setFailure(error instanceof Error && error.message ? error.message : messages.noResponse)
      },
    )
    return () => {
      gone = true
    }
  }, [attempt])
  const granted = status === PROTOCOL_AUTHORIZED
  const acting = useActing()

  const decide = async (authStatus: '01' | '02') => {
    setBusy(true)
    try {
      await session.authorize(authStatus)
      if (authStatus === AUTH_STATUS_GRANTED) toast.success(messages.authorizationGranted)
      onDecided?.(authStatus)
      onClose()
    } catch {
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={messages.enterpriseAuthorization}
      onClose={onClose}
      width={640}
      footer={
        granted || acting ? (
          <button type="button" className="btn" onClick={onClose}>
            关闭
          </button>
        ) : (
          <>
            <button type="button" className="btn" disabled={busy || status === undefined} onClick={() => void decide(AUTH_STATUS_DECLINED)}>
              不同意
            </button>
            <button type="button" className="btn btn-primary" disabled={busy || !agreed} onClick={() => void decide(AUTH_STATUS_GRANTED)}>
              同意授权
            </button>
          </>
        )
      }
    >
      {failure ? (
        <p role="alert">
          {failure}{' '}
          <button type="button" className="btn" onClick={() => setAttempt(attempt + 1)}>
            重试
          </button>
        </p>
      ) : status === undefined ? (
        <p role="status">{messages.fallsLoading}</p>
      ) : (
        <div style={{ display: 'grid', gap: 12 }}>
          {authorizationText.paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {acting ? (
            granted && <p>撤回授权由企业自己的账号在企业档案中办理。</p>
          ) : (
            <p>
              {granted ? '撤回授权：' : '授权以后要撤回的，'}
              <Link to="/work/enterpriseArchive" style={{ textDecoration: 'underline' }} onClick={onClose}>
                在企业档案中办理
              </Link>
              。
            </p>
          )}
          {acting && !granted && (
            <p role="note">授权只能由企业自己的账号办理，请该账号的持有人登录后授权。未授权也可以浏览政策、咨询和申报。</p>
          )}
          {(granted || !acting) && (
            <label style={{ display: 'flex', gap: 10, alignItems: 'flex-start' }}>
              <input
                type="checkbox"
                checked={granted || agreed}
                disabled={granted}
                onChange={(e) => setAgreed(e.target.checked)}
                style={{ width: 20, height: 20, marginTop: 4, accentColor: 'var(--primary)' }}
              />
              <span>{granted ? '贵单位已同意授权' : '我已阅读并代表本单位同意授权'}</span>
            </label>
          )}
        </div>
      )}
    </Dialog>
  )
}
