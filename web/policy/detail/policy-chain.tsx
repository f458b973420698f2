import type { Data } from '../../../contract/endpoint.ts'
import type { compare } from '../../../contract/policy/compare.ts'
import { day } from '../rule/wording.ts'
import styles from './policy-detail.module.css'

/** 替代与废止关系: policies that replaced or repealed one another, from the oldest to the one in force. */
export function PolicyChain({ chain }: { chain: Data<typeof compare.chain> }) {
  if (chain.length < 2) return null
  const last = Math.max(...chain.map((p) => p.step))
  return (
    <div className={styles.chain}>
      <h3>替代与废止关系</h3>
      <ol>
        {chain.map((p) => (
          <li key={p.id} aria-current={p.step === 0 ? 'true' : undefined}>
            {p.step === 0 ? (
              <strong>{p.policyTitle}（本政策）</strong>
            ) : (
              <a href={`/page/policyserverdetail?id=${p.id}`}>{p.policyTitle}</a>
            )}{' '}
            <Standing repealedOn={p.repealedOn} repealed={p.repealed} last={p.step === last} />
            <span className="meta">
              {' '}
              {p.policyNo && `${p.policyNo} · `}
              {day(p.publishTime)} 发布
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Standing({ repealedOn, repealed, last }: { repealedOn: string | null; repealed: boolean; last: boolean }) {
  if (repealedOn !== null) return <span className="tag">{repealed ? `${repealedOn} 起废止` : `将于 ${repealedOn} 起废止`}</span>
  return <span className={last ? 'tag tag-success' : 'tag'}>{last ? '现行' : '已被替代'}</span>
}
