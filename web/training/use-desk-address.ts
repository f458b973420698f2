import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { activity, type ActivityItem } from '../../contract/training/activity.ts'
import { call } from '../api.ts'

/** `?desk=` opens the attendance desk of an activity, also of one that is not on this page of the list. */
export function useDeskAddress(open: (row: ActivityItem) => void): void {
  const [params, setParams] = useSearchParams()
  const asked = params.get('desk')
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    if (asked === null) return
    // Taken out of the address, so that a reload does not open it again.
    setParams(
      (all) => {
        all.delete('desk')
        return all
      },
      { replace: true },
    )
    call(activity.findById, { query: { id: asked } }).then(
      (row) => row.standing && latest.current(row),
      // The error has been shown.
      () => {},
    )
  }, [asked, setParams])
}
