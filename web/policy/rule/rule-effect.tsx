import { useQuery } from '@tanstack/react-query'
import { ruleDryRun } from '../../../contract/matching/dry-run.ts'
import { goldenCases } from '../../../contract/matching/forms.ts'
import { call } from '../../api.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { useCan } from '../../session.ts'
import { DryRun } from './dry-run.tsx'
import { RuleCases } from './rule-cases.tsx'
import styles from './dry-run.module.css'

/** The effect of a rule that waits for review: on the stored cases, and on every company of the archive. `round` changes with the rule. */
export function RuleEffect({ policyId, round }: { policyId: number; round: number }) {
  const can = useCan()
  const cases = useQuery({
    queryKey: ['rule-effect-cases', policyId, round],
    queryFn: () => call(goldenCases.run, { body: { policyId, proposed: true } }, { silent: true }),
    retry: false,
  })
  return (
    <>
      <div className={styles.run}>
        <h3>样例</h3>
        {cases.isPending && <p role="status">正在运行样例…</p>}
        {cases.error && <ErrorState error={cases.error} onRetry={() => void cases.refetch()} />}
        {cases.data && <RuleCases policyId={policyId} outcomes={cases.data} />}
      </div>
      {(can('policy:review') || can('policy:edit')) && (
        <DryRun
          atOnce
          rule={String(round)}
          place={(path) => path}
          begin={() => call(ruleDryRun.review, { body: { policyId } }, { silent: true })}
        />
      )}
    </>
  )
}
