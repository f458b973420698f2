import type { PolicyDetail } from '../../../contract/policy.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { day, windowOf } from '../rule/wording.ts'
import styles from './policy-detail.module.css'

// Few policies are repealed.
const RepealNote = lazyPart(() => import('./repeal-note.tsx').then((m) => m.RepealNote))

/** Below the title of a policy: whether it is open for application, where it applies, its issuer and date. */
export function PolicyStanding({ policy }: { policy: PolicyDetail }) {
  const state = windowOf(policy)
  return (
    <>
      <span className={state.urgent ? 'tag tag-error' : state.over ? 'tag' : 'tag tag-success'}>
        {state.urgent ? '! ' : state.over ? '✕ ' : '● '}
        {state.text}
      </span>
      {policy.outside && <span className="tag tag-warning">外地参考：只在{policy.areaName}执行</span>}
      {policy.origin !== 'own' && <span className="tag tag-warning">{policy.originName}</span>}
      <span>{policy.policyDepName}</span>
      {policy.policyNo && <span>{policy.policyNo}</span>}
      <span>发布 {day(policy.policyCreateTime)}</span>
      <span>浏览 {policy.viewNum}</span>
    </>
  )
}

/** The labels of a policy, and notes that it was repealed or replaced. */
export function PolicyNotes({ policy }: { policy: PolicyDetail }) {
  return (
    <>
      {policy.labels.length > 0 && (
        <ul className={styles.labels} aria-label="政策标签">
          {policy.labels.map((l) => (
            <li key={l.id}>
              <a className="tag tag-info" href={`/page/policysearch?status=all&labelId=${l.id}`}>
                {l.labelName}
              </a>
            </li>
          ))}
        </ul>
      )}
      {(policy.repealedOn || policy.repeals.length > 0) && <RepealNote policy={policy} />}
      {policy.supersededBy && (
        <p className={styles.superseded}>
          本政策已被新标准替代：<a href={`/page/policyserverdetail?id=${policy.supersededBy.id}`}>{policy.supersededBy.policyTitle}</a>
        </p>
      )}
    </>
  )
}
