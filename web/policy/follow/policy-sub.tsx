import { ClientPart } from '../../shell/client-part.tsx'
import { EnterpriseOnly } from '../../shell/enterprise-only.tsx'

/** 政策订阅: the user's subscriptions, their frequency, and the policies that match now (spec §2). */
export default function PolicySub() {
  return (
    <div className="container" style={{ paddingBlock: '24px 64px' }}>
      <h1>政策订阅</h1>
      <EnterpriseOnly also={['GR']}>
        <ClientPart load={() => import('./subscriptions.client.tsx')} />
      </EnterpriseOnly>
    </div>
  )
}
