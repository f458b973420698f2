import { useState } from 'react'
import type { Answers } from '../../../contract/matching.ts'
import { simulation } from '../../../contract/matching/simulation.ts'
import type { Verdict } from '../../../contract/matching/verdicts.ts'
import { call } from '../../api.ts'
import { useMore } from '../../kit/table/use-more.ts'
import styles from './simulation.module.css'

const PAGE = 20

/** Policies with a verdict that a run does not contain, read page by page when opened. */
export function OtherPolicies({
  asked: { answers, useArchive },
  verdict,
  title,
  count,
}: {
  asked: { answers: Answers; useArchive?: true }
  verdict: Verdict
  title: string
  count: number
}) {
  const [open, setOpen] = useState(false)
  const sent = JSON.stringify(answers)
  const { list, next, failure, more } = useMore(open ? `${verdict} ${sent}` : null, PAGE, (page) =>
    call(
      simulation.policies,
      { query: { answers: sent, verdict, page, pageSize: PAGE, ...(useArchive ? { useArchive } : {}) } },
      { silent: true },
    ),
  )
  if (count === 0) return null
  return (
    <details onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>
        <h2>
          {title}（{count}）
        </h2>
      </summary>
      {failure && (
        <p role="alert" className="field-error">
          {failure}
        </p>
      )}
      {open && !list && !failure && (
        <p role="status" className="meta">
          正在读取…
        </p>
      )}
      <ul>
        {list?.map((p) => (
          <li key={p.code} className={styles.policy}>
            <p>
              <a href={`/page/policyserverdetail?id=${p.policyId}`}>{p.policyTitle}</a>
              {p.sample && <span className="meta"> · 公开文件样例</span>}
            </p>
            {p.failed.length > 0 && <p className="meta">不满足：{p.failed.join('、')}</p>}
            {verdict === 'closed' && p.applyTo && <p className="meta">申报截止 {p.applyTo}</p>}
          </li>
        ))}
      </ul>
      {next > 0 && (
        <button type="button" className="btn btn-small" onClick={more}>
          再显示 {next} 项
        </button>
      )}
    </details>
  )
}
