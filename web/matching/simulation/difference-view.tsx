import { totalText } from '../../../contract/matching/report-words.ts'
import type { Difference } from '../../../contract/matching/judgement.ts'
import { money } from '../../kit/money.ts'
import { Verdict } from '../verdict.tsx'
import styles from './simulation.module.css'

const amount = (value: number | null) => (value === null ? '—' : money(value))
const signed = (value: number) => `${value > 0 ? '增加' : '减少'} ${money(Math.abs(Math.round(value * 1e4) / 1e4))}`

/**
 * Why the two runs differ: changed facts, conditions with another result, recalculated amounts, and excluding policies that are now chosen.
 */
export function DifferenceView({
  found,
  same = '还没有改动任何条件。',
}: {
  found: Difference
  /** said when no fact differs */ same?: string
}) {
  const delta = found.total.after.value - found.total.before.value
  return (
    <>
      <p>
        合计 <strong className="num">{totalText(found.total.before)}</strong> →{' '}
        <strong className="num">{totalText(found.total.after)}</strong>
        {delta === 0 ? '，没有变化。' : `，${signed(delta)}。`}
      </p>
      {found.facts.length === 0 ? (
        <p className="meta">{same}</p>
      ) : (
        <>
          <h3>改动的条件</h3>
          <ul className={styles.plainList}>
            {found.facts.map((fact) => (
              <li key={fact.key}>
                {fact.label}：{fact.before} → <strong>{fact.after}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
      {found.facts.length > 0 && found.policies.length === 0 && <p className="meta">这些改动没有影响任何政策的结果。</p>}
      {found.policies.length > 0 && (
        <>
          <h3>受影响的政策（{found.policies.length}）</h3>
          <ul className={styles.changes}>
            {found.policies.map((p) => (
              <li key={p.code}>
                <p>
                  <a href={`/page/policyserverdetail?id=${p.policyId}`}>{p.title}</a>{' '}
                  {p.verdict.before !== p.verdict.after && (
                    <>
                      <Verdict verdict={p.verdict.before} /> → <Verdict verdict={p.verdict.after} />{' '}
                    </>
                  )}
                  {p.amount.before !== p.amount.after && (
                    <span className="num">
                      {amount(p.amount.before)} → {amount(p.amount.after)}
                    </span>
                  )}
                  {p.verdict.after === 'match' && !p.counted.after && p.amount.after !== null && <span className="tag">不计入合计</span>}
                </p>
                <p className="meta">{p.reason}</p>
                {p.flipped.length > 0 && (
                  <ul className={styles.plainList}>
                    {p.flipped.map((f, i) => (
                      <li key={i}>
                        {f.sentence}：{f.actualBefore || '未填写'} → {f.actualAfter || '未填写'}，
                        {f.after === 'true' ? '满足' : f.after === 'false' ? '不满足' : '待补充'}
                      </li>
                    ))}
                  </ul>
                )}
                {p.steps.after.length > 0 && (
                  <details>
                    <summary>金额怎么算</summary>
                    <ol className={styles.steps}>
                      {p.steps.after.map((step, i) => (
                        <li key={i}>{step}</li>
                      ))}
                    </ol>
                  </details>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
