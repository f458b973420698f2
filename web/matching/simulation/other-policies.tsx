import { useEffect, useState } from 'react'
import type { Answers } from '../../../contract/matching.ts'
import { simulation, type SimulatedPolicy } from '../../../contract/matching/simulation.ts'
import type { Verdict } from '../../../contract/matching/verdicts.ts'
import { call } from '../../api.ts'
import { failureText } from './use-simulation.ts'
import styles from './simulation.module.css'

const PAGE = 20

/** Policies of a verdict that a run does not carry along, read page by page once they are opened. */
export function OtherPolicies({ answers, verdict, title, count }: { answers: Answers; verdict: Verdict; title: string; count: number }) {
  const [open, setOpen] = useState(false)
  const [found, setFound] = useState<{ total: number; list: SimulatedPolicy[] } | null>(null)
  const [page, setPage] = useState(1)
  const [failure, setFailure] = useState('')
  const sent = JSON.stringify(answers)
  useEffect(() => {
    setFound(null)
    setPage(1)
  }, [sent])
  useEffect(() => {
    if (!open) return
    let gone = false
    setFailure('')
    call(simulation.policies, { query: { answers: sent, verdict, page, pageSize: PAGE } }, { silent: true }).then(
      (next) => {
        if (!gone) setFound((old) => (page === 1 || !old ? next : { total: next.total, list: [...old.list, ...next.list] }))
      },
      (error: unknown) => {
        if (!gone) setFailure(failureText(error))
      },
    )
    return () => {
      gone = true
    }
  }, [open, sent, verdict, page])
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
      {!found && !failure && (
        <p role="status" className="meta">
          正在读取…
        </p>
      )}
      <ul>
        {found?.list.map((p) => (
          <li key={p.code} className={styles.policy}>
            <p>
              <a href={`/page/policyserverdetail?id=${p.policyId}`}>{p.policyTitle}</a>
              {p.sample && <span className="meta"> · 公开文件样例</span>}
            </p>
            {p.failedTop.length > 0 && <p className="meta">不满足：{p.failedTop.join('、')}</p>}
            {verdict === 'closed' && p.applyTo && <p className="meta">申报截止 {p.applyTo}</p>}
          </li>
        ))}
      </ul>
      {found && found.list.length < found.total && (
        <button type="button" className="btn btn-small" onClick={() => setPage(Math.floor(found.list.length / PAGE) + 1)}>
          再显示 {Math.min(PAGE, found.total - found.list.length)} 项
        </button>
      )}
    </details>
  )
}
