import { lazy, Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useCan } from '../../session.ts'
import { useReceivedDelegations } from './received-delegations.tsx'
import { ReviewList } from './review-list.tsx'
import { deskShape } from './fields.tsx'
import css from './review.module.css'
import type { Desk } from './states.ts'

const ReviewPage = lazy(() => import('./review-page.tsx'))

/**
 * A review desk: the list, or the declaration `id` in the address. The filters stay in the address, so that back and J/K use the same list.
 */
export function ReviewDesk({ desk }: { desk: Desk }) {
  const [params] = useSearchParams()
  const can = useCan()
  const reviews = can(desk.permission)
  // A delegate signs by the delegator's right: what waits comes first here too.
  const received = useReceivedDelegations(!reviews).list
  const isSigning = reviews || (received?.length ?? 0) > 0
  const shape = useMemo(() => deskShape(desk, isSigning), [desk, isSigning])
  const id = Number(params.get('id'))
  const waiting = (
    <p role="status" className={css.note}>
      正在加载…
    </p>
  )
  if (!reviews && received === undefined) return waiting
  return Number.isSafeInteger(id) && id > 0 ? (
    <Suspense fallback={waiting}>
      <ReviewPage key={id} desk={desk} shape={shape} id={id} />
    </Suspense>
  ) : (
    <ReviewList desk={desk} shape={shape} reviews={reviews} />
  )
}
