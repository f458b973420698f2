import type { ReactNode } from 'react'
import type { ReportItem } from '../../contract/matching/report.ts'
import { efforts, itemMoney, originText, planDay, planSteps } from '../../contract/matching/report-words.ts'
import { money } from '../kit/money.ts'
import { Verdict } from './verdict.tsx'
import styles from './report.module.css'

/** Policies with one outcome; folded groups are open in print (print CSS). */
export function ReportGroup({
  id,
  title,
  items,
  empty,
  note,
  folded = false,
  children,
}: {
  id: string
  title: string
  items: readonly ReportItem[]
  empty: string
  note?: string
  folded?: boolean
  children?: ReactNode
}) {
  const head = `${title}（${items.length}）`
  const list = items.length === 0 ? <p className="meta">{empty}</p> : items.map((item) => <Item key={item.code} item={item} />)
  const body = (
    <>
      {note && items.length > 0 && <p className="meta">{note}</p>}
      {children}
      {items.length === 0 ? list : <ul>{list}</ul>}
    </>
  )
  return (
    <section className={`card ${styles.group}`} aria-labelledby={id}>
      {folded ? (
        <details>
          <summary>
            <h2 id={id}>{head}</h2>
          </summary>
          {body}
        </details>
      ) : (
        <>
          <h2 id={id}>{head}</h2>
          {body}
        </>
      )}
    </section>
  )
}

function Item({ item }: { item: ReportItem }) {
  const { plan, origin } = item
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <h3>
          <a href={`/page/policyserverdetail?id=${item.policyId}`}>{item.policyTitle}</a>
        </h3>
        <p className={styles.money}>
          {plan ? <span className="tag tag-warning">{efforts[plan.effort]}</span> : <Verdict verdict={item.verdict} />}
          {item.verdict === 'match' && <strong className="num">{itemMoney(item)}</strong>}
          {item.ifMet !== null && item.ifMet > 0 && <strong className="num">满足后约 {money(item.ifMet)}</strong>}
        </p>
      </div>
      <p className="meta">
        {item.policyDepName} · {item.level}
        {item.applyTo && ` · ${item.applyTo} 截止`}
        {item.sample && ' · 公开文件样例'}
        {item.competitive && ' · 择优支持'} · {originText(origin)}
      </p>
      {item.verdict === 'match' && !item.counted && item.max !== null && item.max > 0 && (
        <p className="meta">与其他政策不重复享受，未计入合计</p>
      )}
      {plan && (
        <>
          <ul className={styles.steps}>
            {planSteps(plan).map((step, i) => (
              <li key={i}>{step}</li>
            ))}
          </ul>
          {planDay(plan) && <p className={styles.day}>{planDay(plan)}</p>}
        </>
      )}
      {!plan && item.failed.length > 0 && <p className={styles.failed}>未满足：{item.failed.join('；')}</p>}
      {(item.verdict === 'unknown' || (item.verdict === 'match' && item.max === null)) && item.missing.length > 0 && (
        <p className={styles.missing}>需要补充：{item.missing.map((each) => each.label).join('、')}</p>
      )}
      {(item.steps.length > 0 || origin.sources.length > 0) && (
        <details className={styles.more}>
          <summary>{item.steps.length > 0 ? '金额怎么算、依据' : '依据'}</summary>
          {item.steps.length > 0 && (
            <ol className={styles.steps}>
              {item.steps.map((step, i) => (
                <li key={i}>{step}</li>
              ))}
            </ol>
          )}
          {origin.sources.length > 0 && <p className="meta">来源：{origin.sources.join('；')}</p>}
        </details>
      )}
    </li>
  )
}
