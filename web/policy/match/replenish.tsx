import { useSearchParams } from 'react-router'
import { ClientPart } from '../../shell/client-part.tsx'
import { EnterpriseOnly } from '../../shell/enterprise-only.tsx'

/** 政策匹配信息补充: facts that the archive lacks before one policy is declared (spec §4 去完善信息). */
export default function Replenish() {
  const [params] = useSearchParams()
  const id = params.get('policyId') ?? ''
  return (
    <div className="container" style={{ paddingBlock: '24px 64px' }}>
      <h1>政策匹配信息补充</h1>
      <EnterpriseOnly>
        <ClientPart load={() => import('./replenish-archive.client.tsx')} props={{ policyId: /^\d{1,15}$/.test(id) ? Number(id) : null }} />
      </EnterpriseOnly>
    </div>
  )
}
