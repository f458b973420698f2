import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { appealPolicy } from '../../contract/appeal/policy.ts'
import { verdicts } from '../../contract/matching/verdicts.ts'
import { call } from '../api.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import css from './appeal.module.css'

const results = { false: '不满足', unknown: '无法判断' } as const

/**
 * The rule results for the company and the policy on the day of the appeal. They are read on request, and the company can see that they
 * were read.
 */
export function TracePanel({ id }: { id: number }) {
  const [asked, setAsked] = useState(false)
  const found = useQuery({
    queryKey: ['appeal', 'trace', id],
    queryFn: () => call(appealPolicy.trace, { query: { id } }, { silent: true }),
    enabled: asked,
    retry: false,
  })
  if (!asked)
    return (
      <p data-print="hide">
        <Button size="small" onClick={() => setAsked(true)}>
          查看提交时的政策判定
        </Button>{' '}
        <span className="meta">企业会看到档案被查看</span>
      </p>
    )
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <p role="status">正在加载…</p>
  const { withheld, trace } = found.data
  if (withheld) return <p className={css.note}>企业已撤回授权，不再显示提交时的判定。</p>
  if (!trace) return null
  return (
    <section className={css.answer} aria-label="提交时的政策判定">
      <h4>
        提交时的判定：{verdicts[trace.verdict]}{' '}
        <span className="meta">
          {trace.policyTitle} 第 {trace.version} 版，{trace.asOf}
        </span>
      </h4>
      {trace.verdict !== 'match' && trace.failed.length > 0 && (
        <ul className={css.rows}>
          {trace.failed.map((line, at) => (
            <li key={`${at} ${line.sentence}`}>
              {results[line.result]}：{line.sentence} <span className="meta">{line.facts}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
