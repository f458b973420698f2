import type { PolicyDetail } from '../../../contract/policy.ts'
import styles from './policy-detail.module.css'

/** Notice on top of a policy that it no longer applies, or when it will end, and through which policy. */
export function RepealNote({ policy }: { policy: PolicyDetail }) {
  const { repealedOn, repealedBy, repealBasis, repeals, status } = policy
  return (
    <>
      {repealedOn && (
        <p className={styles.superseded}>
          <strong>
            {status === 'repealed' ? `本政策自 ${repealedOn} 起废止，仅供查阅。` : `本政策将于 ${repealedOn} 起废止，此前仍可申报。`}
          </strong>
          {repealedBy && (
            <>
              {' '}
              废止本政策的文件：<a href={`/page/policyserverdetail?id=${repealedBy.id}`}>{repealedBy.policyTitle}</a>
            </>
          )}
          {repealBasis && ` 废止依据：${repealBasis}`}
        </p>
      )}
      {repeals.length > 0 && (
        <p className={styles.superseded}>
          本政策废止了：
          {repeals.map((p, i) => (
            <span key={p.id}>
              {i > 0 && '、'}
              <a href={`/page/policyserverdetail?id=${p.id}`}>{p.policyTitle}</a>
            </span>
          ))}
        </p>
      )}
    </>
  )
}
