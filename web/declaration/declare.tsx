import { useSearchParams } from 'react-router'
import { ClientPart } from '../shell/client-part.tsx'
import { EnterpriseOnly } from '../shell/enterprise-only.tsx'
import styles from './declare.module.css'

/** 政策申报: `?policyId=` opens the company's draft for the policy's project, `?id=` a draft, a withdrawn one or a correction. */
export default function Declare() {
  const [params] = useSearchParams()
  const number = (name: string) => (/^\d{1,15}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : null)
  const id = number('id')
  const policyId = number('policyId')
  return (
    <div className={`container ${styles.page}`}>
      {id === null && policyId === null ? (
        <>
          <h1>政策申报</h1>
          <p>
            请从政策详情页点“立即申报”进入。
            <a href="/page/policysearch" style={{ textDecoration: 'underline' }}>
              查找政策
            </a>
          </p>
        </>
      ) : (
        <EnterpriseOnly title="政策申报">
          <ClientPart load={() => import('./open-declaration.client.tsx')} props={{ id, policyId }} />
        </EnterpriseOnly>
      )}
    </div>
  )
}
