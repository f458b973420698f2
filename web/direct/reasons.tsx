import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DirectEvidence } from '../../contract/direct.ts'
import { matching, type Judgement } from '../../contract/matching.ts'
import { call } from '../api.ts'
import { amountText, ConditionTree, GapNote, Verdict } from '../matching/index.ts'
import css from './direct.module.css'

/** Labels of the fields that a judgement lists as missing. */
function useLabels(): ReadonlyMap<string, string> {
  const found = useQuery({
    queryKey: ['matching', 'labels'],
    queryFn: () => call(matching.labels, { query: {} }, { silent: true }),
    staleTime: Infinity,
    retry: false,
  })
  return useMemo(() => new Map(Object.entries((found.data?.labels ?? {}) as Record<string, string>)), [found.data])
}

/** The verdict, the amount with its steps, all conditions, and what is still needed, if anything. */
export function Reasons({ judgement: j, whose }: { judgement: Judgement; whose: string }) {
  const labels = useLabels()
  return (
    <div className={css.stack}>
      <p className={css.line}>
        <Verdict verdict={j.verdict} />
        <strong className="num">{amountText(j)}</strong>
      </p>
      {j.plan && <GapNote plan={j.plan} />}
      {j.verdict === 'unknown' && j.missing.length > 0 && (
        <p className="meta">还差：{j.missing.map((key) => labels.get(key) ?? key).join('、')}</p>
      )}
      {j.amount && j.amount.steps.length > 0 && (
        <ol className={css.steps} aria-label="计算步骤">
          {j.amount.steps.map((step, i) => (
            <li key={i}>{step}</li>
          ))}
        </ol>
      )}
      <ConditionTree node={j.conditions} labels={labels} whose={whose} />
    </div>
  )
}

/** The judgement, and the frozen facts with source and date. */
export function Evidence({ evidence: e, whose }: { evidence: DirectEvidence; whose: string }) {
  return (
    <div className={css.stack}>
      <Reasons judgement={e.judgement} whose={whose} />
      <h4>冻结的事实</h4>
      <div>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col">值</th>
              <th scope="col">来源</th>
              <th scope="col">数据日期</th>
            </tr>
          </thead>
          <tbody>
            {e.facts.map((f) => (
              <tr key={f.key}>
                <td>{f.label}</td>
                <td className="num">{f.text}</td>
                <td>{f.source}</td>
                <td className="num">{f.asOf ?? '无'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={css.note}>
        基准日 {e.asOf}，规则第 {e.ruleVersion} 版。以上内容在名单生成时冻结，之后档案或规则变化不影响本名单。
      </p>
    </div>
  )
}
