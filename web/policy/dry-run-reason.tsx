import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { matching, type Judgement } from '../../contract/matching.ts'
import { call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import { amountText, ConditionTree, Verdict } from '../matching/index.ts'

/** What the draft says of one company, condition by condition. `rule` is its JSON, as it was run. */
export function DryRunReason({ rule, companyId }: { rule: string; companyId: number }) {
  const { data, error } = useQuery({
    queryKey: ['dry-run-reason', companyId, rule],
    queryFn: () => call(matching.tryRule, { body: { rule: JSON.parse(rule) as never, companyId } }, { silent: true }),
    retry: false,
  })
  if (error) return <Alert type="error" showIcon title={readFailure(error).message} />
  const judgement = data?.judgement as Judgement | null | undefined
  if (!judgement) return <p role="status">正在读取…</p>
  return (
    <>
      <p>
        <Verdict verdict={judgement.verdict} /> {amountText(judgement)}
      </p>
      <ConditionTree node={judgement.conditions} />
    </>
  )
}
