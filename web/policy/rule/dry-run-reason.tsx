import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { ruleDryRun } from '../../../contract/matching/dry-run.ts'
import type { Judgement } from '../../../contract/matching.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { amountText, ConditionTree, Verdict } from '../../matching/index.ts'
import { useFieldNames } from './field-names.ts'
import styles from './dry-run.module.css'

/** The results of the rule in force and the draft for one company, condition by condition. */
export function DryRunReason({ taskId, companyId }: { taskId: string; companyId: number }) {
  const { data, error } = useQuery({
    queryKey: ['dry-run-reason', taskId, companyId],
    queryFn: () => call(ruleDryRun.reason, { query: { taskId, companyId } }, { silent: true }),
    retry: false,
  })
  if (error) return <Alert type="error" showIcon title={readFailure(error).message} />
  if (!data) return <p role="status">正在读取…</p>
  return (
    <div className={styles.sides}>
      {data.before && <Side name="现行" judgement={data.before} />}
      <Side name="草稿" judgement={data.after} />
    </div>
  )
}

function Side({ name, judgement }: { name: string; judgement: Judgement }) {
  const labels = useFieldNames()
  return (
    <section aria-label={name}>
      <p>
        {name}：<Verdict verdict={judgement.verdict} /> {amountText(judgement)}
      </p>
      <ConditionTree node={judgement.conditions} labels={labels} whose="企业" />
      {judgement.amount && judgement.amount.steps.length > 0 && (
        <ol aria-label={`${name}的计算步骤`}>
          {judgement.amount.steps.map((step, i) => (
            <li key={i}>{step}</li>
          ))}
        </ol>
      )}
    </section>
  )
}
