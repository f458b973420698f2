import type { PolicyDetail } from '../../../contract/policy.ts'
import { shanghaiDay } from '../../../contract/shanghai.ts'
import { DeclareButton } from '../../declare/index.ts'
import { PrintPage } from '../../shell/public/detail-parts.tsx'
import { contactsOf, phoneAddress } from './policy-contacts.tsx'
import { ConsultButton } from '../consult/consult-button.tsx'
import { CollectButton } from '../follow/collect-button.tsx'
import { EvaluateButton } from '../follow/evaluate-button.tsx'
import { useSite } from '../../shell/root-data.ts'
import { PolicyCode } from './policy-code.tsx'
import { ReadAloud } from './read-aloud.tsx'
import { windowOf } from '../rule/wording.ts'
import styles from './policy-detail.module.css'

/**
 * The reader's actions on a policy: declare, save, ask, calculate, rate, add the deadline to a calendar, print. `closes`: end of the
 * project that is open now.
 */
export default function PolicyActions({ policy, closes }: { policy: PolicyDetail; closes: string | null }) {
  const elsewhere = policy.applyUrl !== null && /^https?:/.test(policy.applyUrl)
  const over = policy.status === 'closed' || policy.status === 'notYet' || policy.status === 'repealed'
  const online = closes !== null || elsewhere || over
  return (
    <section className={`card ${styles.actions}`} aria-label="办理">
      {online ? null : <HowToApply policy={policy} />}
      {/* On a phone these stay at the bottom of the window. */}
      <div className={styles.first}>
        {online ? <DeclareButton policy={policy} /> : <CallButton policy={policy} />}
        <ConsultButton policyId={policy.id} policyTitle={policy.policyTitle} />
      </div>
      {closes && <p className="meta num">{shanghaiDay(Date.parse(closes))} 截止</p>}
      {policy.applyUrl && <p className="meta">在 {policy.applyUrl.split('/')[2]} 申报</p>}
      <CollectButton policyId={policy.id} policyTitle={policy.policyTitle} />
      {policy.status !== 'repealed' && (
        <a className="btn" href={`/page/policyserver/calculator/replenish?policyId=${policy.id}&archive=1`}>
          算一算能不能享受
        </a>
      )}
      <EvaluateButton policyId={policy.id} policyTitle={policy.policyTitle} />
      {policy.applyTo && !windowOf(policy).over && (
        <a className="btn" href={`/pol/calendar/policy?id=${policy.id}`} download={`policy-${policy.id}.ics`}>
          截止日加入日历
        </a>
      )}
      <ReadAloud />
      <PrintPage />
      <PolicyCode policyId={policy.id} policyTitle={policy.policyTitle} />
    </section>
  )
}

/** Shown when no project accepts declarations here: the contact and phone number. */
function HowToApply({ policy }: { policy: PolicyDetail }) {
  const [first] = contactsOf(policy)
  const number = useNumber(policy)
  return (
    <div>
      <h2>办理方式</h2>
      <p className="meta">现在没有开放网上申报的项目，请按政策要求到主管部门办理。</p>
      <p>
        {first?.unitName ?? policy.policyDepName}
        {first?.unitContact && ` · ${first.unitContact}`}
      </p>
      <p className="num">
        <a href={phoneAddress(number)}>{number}</a>
      </p>
    </div>
  )
}

/** The phone number for a policy: that of its own unit, else of the service centre. */
function useNumber(policy: PolicyDetail): string {
  const { phone } = useSite()
  return contactsOf(policy)[0]?.unitPhone || phone
}

const CallButton = ({ policy }: { policy: PolicyDetail }) => {
  const number = useNumber(policy)
  return (
    number && (
      <a className="btn btn-primary" href={phoneAddress(number)}>
        打电话问
      </a>
    )
  )
}
