import { useEffect, useState } from 'react'
import { matching, type Judgement } from '../../../contract/matching.ts'
import { call } from '../../api.ts'
import { Verdict } from '../../matching/index.ts'
import { money } from '../../kit/money.ts'
import styles from './my-match.module.css'

interface Situation {
  consent: boolean
  listed: boolean | null
  judgement: Judgement | null
}

/** 你的匹配: the result of this policy for the logged-in company, counted over the top-level conditions. */
export default function MyMatch({ policyId }: { policyId: number }) {
  const [known, setKnown] = useState<Situation | null>(null)
  useEffect(() => {
    let gone = false
    void call(matching.matchSituation, { query: { policyId } }, { silent: true }).then(
      (answer) => {
        if (!gone) setKnown(answer)
      },
      () => {},
    )
    return () => {
      gone = true
    }
  }, [policyId])
  if (!known) return null
  const { consent, judgement, listed } = known
  const onList = listed && <span className="tag tag-info">已列入企业名单</span>
  if (!consent || !judgement) {
    return (
      <section className={`card ${styles.box}`}>
        <h2>你的匹配</h2>
        {onList && <p>{onList}</p>}
        <p className={styles.text}>授权平台读取企业档案后，可以看到本企业逐条符合的情况与可得金额。</p>
        <a className="btn btn-small" href="/work/enterpriseArchive">
          查看企业档案
        </a>
      </section>
    )
  }
  const top = judgement.conditions.kind === 'all' ? (judgement.conditions.children ?? []) : [judgement.conditions]
  const count = (result: string) => top.filter((c) => c.result === result).length
  return (
    <section className={`card ${styles.box}`}>
      <h2>你的匹配</h2>
      <p>
        <Verdict verdict={judgement.verdict} /> {onList}
      </p>
      <p className={styles.text}>
        {count('true')} 条满足 · {count('false')} 条不满足 · {count('unknown')} 条待补充
      </p>
      {judgement.amount && (
        <p className={styles.amount}>
          预计{' '}
          {judgement.amount.min === judgement.amount.max
            ? money(judgement.amount.max)
            : `${money(judgement.amount.min)} – ${money(judgement.amount.max)}`}
        </p>
      )}
      {judgement.failed.length > 0 && (
        <ul className={styles.failed}>
          {judgement.failed.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <a className="btn btn-small" href={`/page/policyserver/calculator/subList?archive=1&policy=${judgement.code}`}>
        查看原因
      </a>
    </section>
  )
}
