import { useState } from 'react'
import { session } from '../session.ts'

/** There is a session, but the server did not name its user: neither a missing right nor a missing log-in. */
export function SessionUnknown({ onKnown }: { onKnown?: () => void }) {
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    await session.reload().catch(() => {})
    setBusy(false)
    if (!session.isUnknown()) onKnown?.()
  }
  return (
    <section className="card" role="alert" style={{ marginTop: 16, padding: 32, textAlign: 'center' }}>
      <h1>账号信息没有加载成功</h1>
      <p style={{ margin: '12px 0 20px' }}>可能是网络中断或服务正在更新，登录仍然有效。</p>
      <button type="button" className="btn btn-primary" disabled={busy} onClick={() => void again()}>
        {busy ? '正在加载…' : '重试'}
      </button>
    </section>
  )
}
