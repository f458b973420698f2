import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Data } from '../../contract/endpoint.ts'
import { matching, type Answers } from '../../contract/matching.ts'
import { totalText } from '../../contract/matching/report-words.ts'
import { verdicts, type Verdict as Code } from '../../contract/matching/verdicts.ts'
import { call } from '../api.ts'
import { useMore } from '../kit/use-more.ts'
import { JudgementCard } from './judgement-card.tsx'
import { TotalReasons } from './total-line.tsx'
import styles from './sub-list.module.css'

const groups: { verdict: Code; title: string; open: boolean }[] = [
  { verdict: 'match', title: '很可能符合', open: true },
  { verdict: 'near', title: '差一点就符合，从易到难', open: true },
  { verdict: 'unknown', title: '还差信息', open: true },
  { verdict: 'nomatch', title: '暂不符合', open: false },
  { verdict: 'notYet', title: '尚未开始申报', open: false },
  { verdict: 'closed', title: '已截止', open: false },
]

/** Policies that one reading on brings. */
const PAGE = 100

interface Props {
  result: Data<typeof matching.calculate>
  /** what it was worked out from */
  input: { answers: Answers; useArchive: boolean }
  labels: ReadonlyMap<string, string>
  /** code of the policy to begin with */
  wanted: string | null
  withArchive: boolean
  /** somebody is logged in */
  isKnown: boolean
  onSave(): void
}

/** What was worked out: the sum, then every policy by verdict. One part, so that it stands at once and nothing pushes anything down. */
export function Results({ result, input, labels, wanted, withArchive, isKnown, onSave }: Props) {
  useEffect(() => {
    if (wanted) document.getElementById(`p-${wanted}`)?.scrollIntoView()
  }, [wanted])
  const [reads, setReads] = useState(false)
  const first = result.list.length
  const further = useMore(reads ? JSON.stringify(input) : null, PAGE, async (page) => {
    // Of the same day as the first part, for deadlines move policies to another place.
    const body = { ...input, applyDate: result.asOf, offset: first + (page - 1) * PAGE, limit: PAGE }
    const found = await call<typeof matching.calculateFurther>(matching.calculateFurther, { body }, { silent: true })
    return { total: found.total - first, list: found.list }
  })
  // Each part is ranked anew: what a change of policies moved across the border of two parts stands once.
  const listed = [...new Map([...result.list, ...(further.list ?? [])].map((j) => [j.code, j])).values()]
  const left = further.list ? further.total - further.list.length : result.judged - first
  const of = (verdict: Code) => listed.filter((j) => j.verdict === verdict)
  const { total } = result
  return (
    <>
      <section className={`card ${styles.total}`} aria-label="测算结果">
        <p className={styles.sum}>
          很可能符合 <strong>{result.counts.match}</strong> 项
          {total.max > 0 && (
            <>
              ，预计 <strong className="num">{totalText(total)}</strong>
            </>
          )}
        </p>
        {result.judged === 0 && <p>平台目前没有可测算的已发布政策。您的回答保留在本页，政策发布后可以重新测算。</p>}
        <p className="meta">
          截至 {result.asOf}，共判定 {result.judged} 项政策{left > 0 ? `（列出前 ${listed.length} 项）` : ''}
          {withArchive ? '，已结合企业档案' : ''}
          。合计按可同时享受的最优组合计算，以主管部门审核为准。
        </p>
        <p className="meta">
          {result.place && (
            <>
              按企业所在地“{result.place.name}”计算{result.place.assumed ? '（没有填写所在地，按本县）' : ''}。
            </>
          )}
          {result.outside > 0 && (
            <>
              另有 {result.outside} 项其他地区的政策不计入，见 <Link to="/page/policyserverOutside">外地参考</Link>。
            </>
          )}
        </p>
        <TotalReasons total={total} list={listed.map((j) => ({ ...j, value: j.amount?.value ?? null }))} />
        <p className={styles.actions}>
          {result.open > 0 && (
            <Link className="btn btn-primary" to={`/page/policyserver/calculator/replenish${withArchive ? '?archive=1' : ''}`}>
              补充 {result.open} 项信息
            </Link>
          )}
          <Link className="btn" to="/page/policyserver/calculator">
            重新测算
          </Link>
          <button type="button" className="btn" onClick={() => print()}>
            打印
          </button>
          <button
            type="button"
            className="btn"
            onClick={() => {
              onSave()
            }}
          >
            {isKnown ? '保存' : '登录后保存'}
          </button>
        </p>
      </section>
      {groups.map(({ verdict, title, open }) => {
        const list = of(verdict)
        if (list.length === 0) return null
        const body = (
          <ul>
            {list.map((j) => (
              <JudgementCard key={j.code} judgement={j} labels={labels} open={j.code === wanted} withArchive={withArchive} />
            ))}
          </ul>
        )
        return open || list.some((j) => j.code === wanted) ? (
          <section key={verdict} className={`card ${styles.group}`} aria-labelledby={`g-${verdict}`}>
            <h2 id={`g-${verdict}`}>
              {title}（{result.counts[verdict]}）
            </h2>
            {body}
          </section>
        ) : (
          <details key={verdict} className={`card ${styles.group}`}>
            <summary>
              <h2>
                {title}（{result.counts[verdict]}）<span className="visually-hidden">{verdicts[verdict]}</span>
              </h2>
            </summary>
            {body}
          </details>
        )
      })}
      {further.failure && (
        <p role="alert" className="field-error">
          {further.failure}
        </p>
      )}
      {left > 0 && (
        <p className={styles.actions}>
          <button type="button" className="btn" onClick={() => (reads ? further.more() : setReads(true))}>
            再列出 {Math.min(PAGE, left)} 项（还有 {left} 项）
          </button>
        </p>
      )}
    </>
  )
}
