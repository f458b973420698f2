import { ClientPart } from '../shell/client-part.tsx'
import { EnterpriseOnly } from '../shell/enterprise-only.tsx'
import styles from './report.module.css'

/** 政策体检报告 of the logged-in company (spec §2, §7). */
export default function Report() {
  return (
    <div className={`container ${styles.page}`}>
      <h1>政策体检报告</h1>
      <EnterpriseOnly>
        <ClientPart load={() => import('./report-body.client.tsx')} />
      </EnterpriseOnly>
    </div>
  )
}
