import { useSearchParams } from 'react-router'
import { ClientPart } from '../shell/client-part.tsx'
import { EnterpriseOnly } from '../shell/enterprise-only.tsx'
import styles from './declare.module.css'

/** 申报详情: for the enterprise itself, or for staff. */
export default function DeclarationDetail() {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  return (
    <div className={`container ${styles.page}`}>
      {/^\d{1,15}$/.test(id) ? (
        <EnterpriseOnly also={['YYF']} title="申报详情">
          <ClientPart load={() => import('./read-declaration.client.tsx')} props={{ id: Number(id) }} />
        </EnterpriseOnly>
      ) : (
        <>
          <h1>申报详情</h1>
          <p>
            没有找到这份申报。<a href="/work/myProject">我的项目</a>
          </p>
        </>
      )}
    </div>
  )
}
