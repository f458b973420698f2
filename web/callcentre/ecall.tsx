import { ClientPart } from '../shell/client-part.tsx'
import styles from './ecall.module.css'

/** /ecall, 企业服务呼叫中心: the desk of an agent, without the sidebar. */
export default function Ecall() {
  return (
    <main id="main" className={styles.page}>
      <ClientPart load={() => import('./ecall.client.tsx')} />
    </main>
  )
}
