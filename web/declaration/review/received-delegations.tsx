import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { delegation, type DelegationRow } from '../../../contract/declaration/process.ts'
import { call } from '../../api.ts'
import { useOffered } from '../../kit/view-only.tsx'
import { periodOf } from '../manage/delegation-period.ts'
import css from './review.module.css'

const DeclineDelegation = lazy(() => import('../manage/decline-delegation.tsx'))

/** The delegations to this person that run or will run; `list` is undefined until they are known. */
export function useReceivedDelegations(enabled = true) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['declaration', 'received-delegations'],
    queryFn: () => call(delegation.list, { query: { received: true, open: true, page: 1, pageSize: 100 } }, { silent: true }),
    retry: false,
    enabled,
  })
  return { list: isError ? [] : data?.list, refetch }
}

/** In whose name this person reviews here, and the way out of it: the roles of a delegate may not open 申报管理, where delegations are listed. */
export function ReceivedDelegations({ onDone }: { onDone: () => Promise<unknown> }) {
  const [declining, setDeclining] = useState<DelegationRow | null>(null)
  const offered = useOffered()
  const { list = [], refetch } = useReceivedDelegations()
  return (
    <>
      {list.map((row) => (
        <p key={row.id} className={css.note}>
          {row.userName} 委托您代为审核，期限 <span className="num">{periodOf(row)}</span>。原因：{row.reason}{' '}
          <Button size="small" {...offered} aria-label={`不再代办：${row.userName}的委托`} onClick={() => setDeclining(row)}>
            不再代办
          </Button>
        </p>
      ))}
      {declining && (
        <Suspense>
          <DeclineDelegation row={declining} onClose={() => setDeclining(null)} onDone={() => Promise.all([refetch(), onDone()])} />
        </Suspense>
      )}
    </>
  )
}
