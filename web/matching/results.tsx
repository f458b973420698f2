import { useState } from 'react'
import { Link } from 'react-router'
import type { Data } from '../../contract/endpoint.ts'
import { matching, type Answers, type Judgement } from '../../contract/matching.ts'
import { totalText } from '../../contract/matching/report-words.ts'
import { isTax, type Verdict as Code } from '../../contract/matching/verdicts.ts'
import { call } from '../api.ts'
import { printPage } from '../kit/print-page.ts'
import { useMore } from '../kit/table/use-more.ts'
import { JudgementCard } from './judgement-card.tsx'
import { useOpenProjects } from './open-projects.ts'
import { Folded, Group } from './result-group.tsx'
import { TotalReasons } from './total-line.tsx'
import styles from './sub-list.module.css'

/** The parts that are folded below the first three. */
const rest: { verdict: Code; title: string }[] = [
  { verdict: 'near', title: '差一点就符合，从易到难' },
  { verdict: 'nomatch', title: '暂不符合' },
  { verdict: 'notYet', title: '尚未开始申报' },
  { verdict: 'closed', title: '已截止' },
]

/** Policies per page of the further results. */
const PAGE = 100

interface Props {
  result: Data<typeof matching.calculate>
  /** the input of the calculation */
  input: { answers: Answers; useArchive: boolean }
  labels: ReadonlyMap<string, string>
  /** the policy that the visitor asked about; it is shown first and open */
  asked: Judgement | null
  withArchive: boolean
  /** the visitor is signed in */
  isKnown: boolean
  onSave(): void
}

/** The result: the total, then all policies by verdict. It is one component, so that it appears at once and the layout does not shift. */
export function Results({ result, input, labels, asked, withArchive, isKnown, onSave }: Props) {
  const [reads, setReads] = useState(false)
  const first = result.list.length
  const further = useMore(reads ? JSON.stringify(input) : null, PAGE, async (page) => {
    // With the same date as the first part, because deadlines change the order of the policies.
    const body = { ...input, applyDate: result.asOf, offset: first + (page - 1) * PAGE, limit: PAGE }
    const found = await call<typeof matching.calculateFurther>(matching.calculateFurther, { body }, { silent: true })
    return { total: found.total - first, list: found.list }
  })
  // Each page is ranked anew; when the policies changed meanwhile, one can come twice, so it is listed once.
  const listed = [...new Map([...result.list, ...(further.list ?? [])].map((j) => [j.code, j])).values()]
  const left = further.list ? further.total - further.list.length : result.judged - first
  const of = (verdict: Code) => listed.filter((j) => j.verdict === verdict && j.code !== asked?.code)
  // The policy asked for is shown above, so its part does not count it again.
  const counted = (verdict: Code) =>
    result.counts[verdict] - (asked?.verdict === verdict && listed.some(({ code }) => code === asked.code) ? 1 : 0)
  const projects = useOpenProjects()
  const [detailed, setDetailed] = useState(false)
  const matched = of('match')
  const taxes = matched.filter(isTax)
  const paid = matched.filter((j) => !isTax(j))
  // The policies with the highest certain amount come first.
  const now = paid.filter((j) => projects.has(j.policyId)).sort((a, b) => (b.amount?.min ?? 0) - (a.amount?.min ?? 0))
  const office = paid.filter((j) => !projects.has(j.policyId))
  const card = (j: Judgement) => (
    <JudgementCard
      key={j.code}
      judgement={j}
      labels={labels}
      open={j.code === asked?.code}
      withArchive={withArchive}
      project={projects.get(j.policyId)}
    />
  )
  return (
    <div className={styles.results} {...(detailed ? { 'data-details': '' } : {})}>
      {asked && <Group title="您要算的政策" list={[asked]} card={card} counted={false} />}
      <Summary
        result={result}
        listed={listed}
        left={left}
        withArchive={withArchive}
        isKnown={isKnown}
        detailed={detailed}
        onDetailed={setDetailed}
        onSave={onSave}
      />
      <Group title="现在就能申报" list={now} says="没有正在网上受理、而且您已经符合的项目" card={card} />
      {taxes.length > 0 && (
        <Group
          title="自动享受的税惠"
          list={taxes}

          note={`自行申报享受，不需要审批${result.taxes.max > 0 ? `；预计少缴 ${totalText(result.taxes)}，不与奖补合计` : ''}。`}
          card={card}
        />
      )}
      {counted('unknown') > 0 && (
        <Group title={`再答 ${result.open} 题可能多拿`} list={of('unknown')} total={counted('unknown')} card={card} />
      )}
      <Folded title="符合，按办理方式办理" list={office} card={card} />
      {rest.map(({ verdict, title }) => (
        <Folded key={verdict} title={title} list={of(verdict)} total={counted(verdict)} card={card} />
      ))}
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
    </div>
  )
}

interface SummaryProps extends Pick<Props, 'result' | 'withArchive' | 'isKnown' | 'onSave'> {
  listed: readonly Judgement[]
  /** number of judged policies that are not listed */
  left: number
  /** the print contains the reasons */
  detailed: boolean
  onDetailed(detailed: boolean): void
}

/** The total, its parts, and the actions on the result. */
function Summary({ result, listed, left, withArchive, isKnown, detailed, onDetailed, onSave }: SummaryProps) {
  const { grants, total } = result
  return (
    <section className={`card ${styles.total}`} aria-label="测算结果">
      <p className={styles.sum}>
        很可能符合 <strong>{result.counts.match}</strong> 项
        {grants.max > 0 && (
          <>
            ，奖补预计 <strong className="num">{totalText(grants)}</strong>
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
            另有 {result.outside} 项其他地区的政策不计入，见{' '}
            <Link to="/page/policyserverOutside" className="in-text">
              外地参考
            </Link>
            。
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
        <button type="button" className="btn" onClick={() => void printPage()}>
          打印
        </button>
        <label className="meta">
          <input type="checkbox" checked={detailed} onChange={(e) => onDetailed(e.target.checked)} /> 打印时带上理由
        </label>
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
  )
}
