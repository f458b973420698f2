import type { ReactNode } from 'react'
import { messages } from '../../contract/messages.ts'
import type { UserType } from '../../contract/endpoint.ts'
import { onItsWay } from './lazy-part.tsx'
import { requireEnterprise } from './require-login.ts'
import { useSite } from './root-data.ts'
import { SessionUnknown } from './session-unknown.tsx'
import { useReadyUser } from './use-ready-user.ts'

const kinds: Readonly<Record<UserType, string>> = { QY: '企业', GR: '个人', YYF: '工作人员' }
const nextSteps: Readonly<Record<Exclude<UserType, 'QY'>, { href: string; label: string }>> = {
  GR: { href: '/work/personalCompany', label: '绑定企业或切换到企业' },
  YYF: { href: '/work', label: '回到工作台' },
}

/**
 * Waits for the session; visitors and other user types are asked to log in (spec §5). The server decides about access to data. `title` is
 * the heading of the refusal, when the page has none.
 */
export function EnterpriseOnly({ also = [], title, children }: { also?: readonly UserType[]; title?: string; children: ReactNode }) {
  const { ssoUrl } = useSite()
  const { user, unknown, look } = useReadyUser()
  if (unknown) return <SessionUnknown onKnown={look} />
  if (user === undefined) return onItsWay
  const type = (user?.type ?? null) as UserType | null
  if (type === 'QY' || (type !== null && also.includes(type))) return children
  const step = type && nextSteps[type]
  return (
    <>
      {title && <h1>{title}</h1>}
      <div className="card" style={{ marginTop: 16, padding: 32, textAlign: 'center' }}>
        <p style={{ marginBottom: 16 }}>{messages.enterpriseLoginFirst}</p>
        {type && (
          <p className="meta" style={{ marginBottom: 16 }}>
            您现在以{kinds[type]}身份登录，这里的内容只对{['QY' as const, ...also].map((t) => kinds[t]).join('和')}账号开放。
          </p>
        )}
        <p style={{ display: 'flex', gap: 12, justifyContent: 'center', flexWrap: 'wrap' }}>
          <button type="button" className="btn btn-primary" onClick={() => void requireEnterprise(ssoUrl)}>
            {messages.goLogin}
          </button>
          {step && (
            <a className="btn" href={step.href}>
              {step.label}
            </a>
          )}
        </p>
      </div>
    </>
  )
}
