import { useQuery } from '@tanstack/react-query'
import { allocation } from '../../../contract/declaration/allocation.ts'
import { call } from '../../api.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { AllocationTable } from '../project/allocation-table.tsx'

/** How the project's applicants share the budget, and the share of this declaration. */
export function ItsAllocation({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['allocation', 'of-declaration', id],
    queryFn: () => call(allocation.forDesk, { query: { id } }, { silent: true }),
    retry: false,
  })
  if (error)
    return (
      <section aria-label="资金分配名单">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </section>
    )
  if (!data) return null
  const own = data.rows.find(({ declareId }) => declareId === id)
  return (
    <section aria-label="资金分配名单">
      <p>
        资金分配：{data.sentence}。{data.no === null ? '名单还没有冻结，按现在的测算' : `按第 ${data.no} 版名单`}
        {own ? (
          <>
            给本申报 <strong>{own.given} 万元</strong>（{own.why}）
          </>
        ) : (
          '，本申报不在其中'
        )}
        。
      </p>
      <details>
        <summary>
          查看名单（{data.rows.length} 家{data.hidden > 0 && `，另有 ${data.hidden} 家不在您的可见范围`}）
        </summary>
        <AllocationTable rows={data.rows} ranked={data.way === 'rank'} />
      </details>
    </section>
  )
}
