import { messages } from '../../contract/messages.ts'
import { useViewer } from '../session.ts'
import styles from './header.module.css'
import { useSite } from './root-data.ts'

export function AccountArea() {
  const viewer = useViewer()
  const site = useSite()
  if (viewer) return <span className={styles.tool}>{viewer.name}</span>
  return <a className={styles.tool} href={site.ssoUrl || '/login'}>{messages.enterpriseLogin}</a>
}
