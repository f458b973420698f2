import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { compare } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { ErrorState } from '../../kit/table-states.tsx'
import { ClauseTable } from '../compare/clause-table.tsx'
import css from './policy-review.module.css'

/** What is in force beside the revision, clause by clause; what did not change stays folded. */
export function RevisionCompare({ policyId, version }: { policyId: number; version: number }) {
  const read = useQuery({
    queryKey: ['policy-revision-compare', policyId, version],
    queryFn: () => call(compare.revision, { query: { id: policyId } }, { silent: true }),
    retry: false,
  })
  if (read.isPending) return <Skeleton active />
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  const { sections, to } = read.data
  const changes = sections.reduce((n, s) => n + s.changes, 0)
  return (
    <div className={css.compare}>
      <p>
        {changes === 0 ? '修订与现行版本没有差别。' : `与现行版本相比共有 ${changes} 处变化。`}
        {to.note && `修改说明：${to.note}`}
      </p>
      {sections.map((s) => (
        <section key={s.key} aria-labelledby={`revision-${s.key}`}>
          <h4 id={`revision-${s.key}`}>
            {s.name} <span className="meta">{s.changes === 0 ? '没有变化' : `${s.changes} 处变化`}</span>
          </h4>
          <ClauseTable name={s.name} rows={s.rows} before="现行" after="修订" />
        </section>
      ))}
    </div>
  )
}
