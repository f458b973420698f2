import { Link } from 'react-router'
import type { Judgement } from '../../contract/matching.ts'
import type { ProjectSummary } from '../../contract/declaration.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { DeclareButton } from '../declare/index.ts'
import { amountText } from './amount-text.ts'
import { ConditionTree } from './condition-tree.tsx'
import { GapNote } from './gap-note.tsx'
import { stillAsked, upperEnd } from './asked-words.ts'
import { Verdict } from './verdict.tsx'
import styles from './judgement-card.module.css'

/** One policy of a result: verdict, amount with its steps, and every condition with its reason. */
export function JudgementCard({
  judgement: j,
  labels,
  open,
  withArchive = false,
  project,
}: {
  judgement: Judgement
  labels: ReadonlyMap<string, string>
  open: boolean
  /** the result used the company's archive, and further answers will use it too */
  withArchive?: boolean
  /** the project of the policy that accepts declarations today */
  project?: ProjectSummary | undefined
}) {
  return (
    <li className={styles.card} id={`p-${j.code}`}>
      <div className={styles.head}>
        <div>
          <h3>
            <a href={`/page/policyserverdetail?id=${j.policyId}`}>{j.title}</a>
          </h3>
          <p className="meta">
            {j.issuer} · {j.level}
            {j.applyTo && !project && ` · ${j.applyTo} 截止`}
            {j.sample && ' · 公开文件样例'}
          </p>
        </div>
        <p className={styles.money}>
          <Verdict verdict={j.verdict} />
          <strong className="num">{amountText(j)}</strong>
        </p>
      </div>
      {project && j.verdict === 'match' && (
        <p className={styles.now}>
          <DeclareButton small policy={{ id: j.policyId, policyTitle: j.title, urlType: 0, applyUrl: null, status: 'open' }} />
          <span className="num">{shanghaiDay(Date.parse(project.applyEndTime))} 截止</span>
          <span>材料 {project.materials} 样</span>
        </p>
      )}
      {upperEnd(j, labels) && <p className="meta">{upperEnd(j, labels)}</p>}
      {j.plan && <GapNote plan={j.plan} />}
      {!j.plan && j.failed.length > 0 && <p className={styles.failed}>未满足：{j.failed.join('；')}</p>}
      {j.amountReason && <p className={styles.missing}>{j.amountReason}</p>}
      {(j.verdict === 'unknown' || (j.verdict === 'match' && !j.amount)) && j.missing.length > 0 && (
        <p className={styles.missing}>
          {stillAsked(j, labels)}{' '}
          <Link to={`/page/policyserver/calculator/replenish?policyId=${j.policyId}${withArchive ? '&archive=1' : ''}`}>
            补充这项政策的信息
          </Link>
        </p>
      )}
      <details open={open}>
        <summary>为什么</summary>
        {j.benefits.length > 0 && (
          <ul className={styles.benefits} aria-label="扶持标准">
            {j.benefits.map((b, i) => (
              <li key={i}>
                {b.name}：{b.sentence}
              </li>
            ))}
          </ul>
        )}
        {j.amount && j.amount.steps.length > 0 && (
          <ol className={styles.steps} aria-label="计算步骤">
            {j.amount.steps.map((s, i) => (
              <li key={i}>{s}</li>
            ))}
          </ol>
        )}
        <ConditionTree node={j.conditions} labels={labels} />
      </details>
    </li>
  )
}
