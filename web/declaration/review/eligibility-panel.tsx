import { authStatuses } from '../../../contract/company.ts'
import { lazy, Suspense, useState } from 'react'
import type { ReviewDetail } from '../../../contract/declaration.ts'
import css from './review.module.css'

const Judged = lazy(() => import('./judged.tsx'))
const times = { submission: '提交时', today: '现在' } as const

/** The policy's rule for this declaration, as explained at submission and today. */
export function EligibilityPanel({ detail: { judgement, judgementNow, company } }: { detail: ReviewDetail }) {
  const [time, setTime] = useState<keyof typeof times>('submission')
  const shown = time === 'submission' ? judgement : judgementNow
  const differ = judgement && judgementNow && judgement.verdict !== judgementNow.verdict
  return (
    <section className={css.panel} aria-labelledby="review-eligibility">
      <h2 id="review-eligibility">条件核对</h2>
      <div role="radiogroup" aria-label="核对的时间" className={css.times} data-print="hide">
        {Object.entries(times).map(([key, text]) => (
          <label key={key}>
            <input type="radio" name="judged-at" checked={time === key} onChange={() => setTime(key as keyof typeof times)} /> {text}
          </label>
        ))}
      </div>
      {differ && <p className={css.changeBar}>提交后情况有变化：提交时与现在的结论不同。</p>}
      {company.authStatus !== authStatuses.granted && <p className={css.note}>企业未授权读取档案，只按申报表所填内容核对。</p>}
      {shown ? (
        <Suspense fallback={<p className={css.note}>正在加载…</p>}>
          <Judged judgement={shown} />
        </Suspense>
      ) : (
        <p className={css.note}>该政策当前没有可核对的条件。</p>
      )}
    </section>
  )
}
