import type { Answers } from '../../../contract/matching.ts'
import { verdicts, type Verdict as Code } from '../../../contract/matching/verdicts.ts'
import type { SimulatedPolicy, SimulationRun } from '../../../contract/matching/simulation.ts'
import { itemMoney } from '../../../contract/matching/report-words.ts'
import { Verdict } from '../verdict.tsx'
import { GapNote } from '../gap-note.tsx'
import { OtherPolicies } from './other-policies.tsx'
import styles from './simulation.module.css'

const groups: { verdict: Code; title: string }[] = [
  { verdict: 'match', title: '符合' },
  { verdict: 'near', title: '差一点' },
  { verdict: 'unknown', title: '待补信息' },
]

/** Verdicts that a run does not contain; their policies are read when opened. */
const others: { verdict: Code; title: string }[] = [
  { verdict: 'nomatch', title: '不符合' },
  { verdict: 'notYet', title: '未生效' },
  { verdict: 'closed', title: '已截止' },
]

/** The policies of the run; those whose verdict differs from the one before the change are marked. */
export function PolicyRows({
  now,
  before,
  asked,
  labels,
}: {
  now: SimulationRun
  before: SimulationRun
  asked: { answers: Answers; useArchive?: true }
  labels: ReadonlyMap<string, string>
}) {
  const was = new Map(before.list.map((p) => [p.code, p.verdict]))
  const lost = before.list.filter((p) => p.verdict === 'match' && now.list.find((n) => n.code === p.code)?.verdict !== 'match')
  return (
    <section className={`card ${styles.policies}`} aria-label="政策清单">
      {lost.length > 0 && <p className={styles.less}>改动后不再符合：{lost.map((p) => p.policyTitle).join('、')}</p>}
      {groups.map(({ verdict, title }) => {
        const list = now.list.filter((p) => p.verdict === verdict)
        return (
          <details key={verdict} open={verdict === 'match'}>
            <summary>
              <h2>
                {title}（{now.counts[verdict]}）
              </h2>
            </summary>
            {list.length === 0 && <p className="meta">没有{title}的政策</p>}
            <ul>
              {list.map((p) => (
                <Row
                  key={p.code}
                  policy={p}
                  was={was.get(p.code) ?? 'nomatch'}
                  counted={now.total.chosen.includes(p.code)}
                  labels={labels}
                />
              ))}
            </ul>
          </details>
        )
      })}
      {others.map(({ verdict, title }) => (
        <OtherPolicies key={verdict} asked={asked} verdict={verdict} title={title} count={now.counts[verdict]} />
      ))}
    </section>
  )
}

function Row({
  policy: p,
  was,
  counted,
  labels,
}: {
  policy: SimulatedPolicy
  was: Code
  counted: boolean
  labels: ReadonlyMap<string, string>
}) {
  return (
    <li className={styles.policy}>
      <p>
        <a href={`/page/policyserverdetail?id=${p.policyId}`}>{p.policyTitle}</a>
        {p.sample && <span className="meta"> · 公开文件样例</span>}
        {was !== p.verdict && (
          <span className={styles.turned}>
            {' '}
            由{verdicts[was]}变为 <Verdict verdict={p.verdict} />
          </span>
        )}
      </p>
      {p.verdict === 'match' && (
        <p className="num">
          {itemMoney(p)}
          {p.max !== null && p.max > 0 && !counted && <span className="tag">不重复享受，未计入合计</span>}
        </p>
      )}
      {p.verdict === 'near' && p.plan && <GapNote plan={p.plan} />}
      {(p.verdict === 'unknown' || (p.verdict === 'match' && p.max === null)) && p.missing.length > 0 && (
        <p className="meta">
          还差：
          {p.missing
            .slice(0, 5)
            .map((key) => labels.get(key) ?? key)
            .join('、')}
          {p.missing.length > 5 && ` 等 ${p.missing.length} 项`}
        </p>
      )}
    </li>
  )
}
