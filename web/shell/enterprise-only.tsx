import { useEffect, useState, type ReactNode } from 'react'
import { messages } from '../../contract/messages.ts'
import type { UserType } from '../../contract/endpoint.ts'
import { session } from '../session.ts'
import { requireEnterprise } from './require-login.ts'
import { useSite } from './root-data.ts'

/** Waits for the session; visitors and other kinds of users are asked to log in (spec §5). The server decides what they read. */
export function EnterpriseOnly({ also = [], children }: { also?: readonly UserType[]; children: ReactNode }) {
  const { ssoUrl } = useSite()
  const [type, setType] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    void session.ready().then(() => setType(session.user()?.type ?? null))
  }, [])
  if (type === undefined)
    return (
      <p className="meta" role="status">
        正在加载…
      </p>
    )
  if (type === 'QY' || (also as readonly (string | null)[]).includes(type)) return children
  return (
    <div className="card" style={{ padding: 32, textAlign: 'center' }}>
      <p style={{ marginBottom: 16 }}>{messages.enterpriseLoginFirst}</p>
      {type && <p className="meta">您现在以{type === 'GR' ? '个人' : '工作人员'}身份登录，这里的内容只对企业账号开放。</p>}
      <button type="button" className="btn btn-primary" onClick={() => void requireEnterprise(ssoUrl)}>
        {messages.goLogin}
      </button>
    </div>
  )
}
