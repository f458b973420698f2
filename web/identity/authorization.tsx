import { useEffect, useState } from 'react'
import { AUTH_STATUS_DECLINED, AUTH_STATUS_GRANTED, PROTOCOL_AUTHORIZED } from '../../contract/constants.ts'
import { messages } from '../../contract/messages.ts'
import { session } from '../session.ts'
import { Dialog } from '../shell/dialog.tsx'
import { useSite } from '../shell/root-data.ts'
import { toast } from '../toast.ts'

/** Authorization of the company's data, 01 declined · 02 granted; read-only once granted (spec §4 Protocol status). */
export default function Authorization({ onClose, onDecided }: { onClose(): void; onDecided?(status: string): void }) {
  const { name, owner } = useSite()
  const [status, setStatus] = useState<string>()
  const [agreed, setAgreed] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => { session.protocolStatus().then(setStatus, onClose) }, [onClose])
  const granted = status === PROTOCOL_AUTHORIZED

  const decide = async (authStatus: '01' | '02') => {
    setBusy(true)
    try {
      await session.authorize(authStatus)
      if (authStatus === AUTH_STATUS_GRANTED) toast.success(messages.authorizationGranted)
      onDecided?.(authStatus)
      onClose()
    } catch { setBusy(false) }
  }

  return (
    <Dialog title={messages.enterpriseAuthorization} onClose={onClose} width={640} footer={granted ? (
      <button type="button" className="btn" onClick={onClose}>关闭</button>
    ) : <>
      <button type="button" className="btn" disabled={busy || status === undefined} onClick={() => void decide(AUTH_STATUS_DECLINED)}>不同意</button>
      <button type="button" className="btn btn-primary" disabled={busy || !agreed} onClick={() => void decide(AUTH_STATUS_GRANTED)}>同意授权</button>
    </>}>
      {status === undefined ? <p>{messages.fallsLoading}</p> : (
        <div style={{ display: 'grid', gap: 12 }}>
          <p>为向贵单位匹配政策、预填申报信息并进行申报前的风险核验，{name}（{owner}）需要使用贵单位的以下信息：</p>
          <ul style={{ listStyle: 'disc', paddingLeft: '1.4em' }}>
            <li>登记信息、经营与财务数据、人员与社保、知识产权、资质与项目等企业档案内容；</li>
            <li>政府部门共享的信用与处罚信息，仅用于申报前的风险核验。</li>
          </ul>
          <p>信息仅用于上述用途。不同意授权不影响浏览政策和提交申报，但不会读取档案，也不会自动匹配。</p>
          <label style={{ display: 'flex', gap: 10, alignItems: 'flex-start' }}>
            <input type="checkbox" checked={granted || agreed} disabled={granted} onChange={(e) => setAgreed(e.target.checked)} style={{ width: 20, height: 20, marginTop: 4, accentColor: 'var(--primary)' }} />
            <span>{granted ? '贵单位已同意授权' : '我已阅读并代表本单位同意授权'}</span>
          </label>
        </div>
      )}
    </Dialog>
  )
}
