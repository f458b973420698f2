import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { matching, type Judgement } from '../../../contract/matching.ts'
import { call } from '../../api.ts'
import { amountText, ConditionTree, Verdict } from '../../matching/index.ts'
import css from './review.module.css'

/** Verdict, computed amount and every condition. */
export default function Judged({ judgement: j }: { judgement: Judgement }) {
  const names = useQuery({ queryKey: ['field-labels'], queryFn: () => call(matching.labels, {}, { silent: true }), staleTime: 600_000 })
  const labels = useMemo(() => new Map(Object.entries(names.data?.labels ?? {})), [names.data])
  return (
    <>
      <p>
        <Verdict verdict={j.verdict} /> 测算 <strong className="num">{amountText(j)}</strong>
      </p>
      {j.amount && j.amount.steps.length > 0 && (
        <details>
          <summary className={css.note}>测算步骤</summary>
          <ol>
            {j.amount.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      )}
      <div className={css.tree}>
        <ConditionTree node={j.conditions} labels={labels} whose="企业" />
      </div>
    </>
  )
}
