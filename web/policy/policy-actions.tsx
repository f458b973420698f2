import type { PolicyDetail } from '../../contract/policy.ts'
import { DeclareButton } from '../declaration/index.ts'
import { ConsultButton } from './consult-button.tsx'
import { CollectButton } from './follow/collect-button.tsx'
import { EvaluateButton } from './follow/evaluate-button.tsx'
import { windowOf } from './wording.ts'
import styles from './policy-detail.module.css'

/** What a reader can do with a policy: declare, keep, ask, calculate, evaluate, remember its deadline, print. */
export default function PolicyActions({ policy }: { policy: PolicyDetail }) {
  return (
    <section className={`card ${styles.actions}`} aria-label="办理">
      <DeclareButton policy={policy} />
      {policy.applyUrl && <p className="meta">在 {policy.applyUrl.split('/')[2]} 申报</p>}
      <CollectButton policyId={policy.id} policyTitle={policy.policyTitle} />
      <ConsultButton policyId={policy.id} policyTitle={policy.policyTitle} />
      {policy.status !== 'repealed' && (
        <a className="btn" href={`/page/policyserver/calculator?policy=${policy.code}`}>
          算一算能不能享受
        </a>
      )}
      <EvaluateButton policyId={policy.id} policyTitle={policy.policyTitle} />
      {policy.applyTo && !windowOf(policy).over && (
        <a className="btn" href={`/pol/calendar/policy?id=${policy.id}`} download={`policy-${policy.id}.ics`}>
          截止日加入日历
        </a>
      )}
      <button type="button" className={`btn ${styles.print}`} onClick={() => print()}>
        打印
      </button>
    </section>
  )
}
