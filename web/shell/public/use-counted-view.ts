import { useEffect } from 'react'

/**
 * Reports one view of a thing to the server. `count` is the endpoint's call; the server counts a visitor once in ten minutes, and a failure
 * is ignored.
 */
export function useCountedView(count: (id: number) => Promise<unknown>, id: number): void {
  useEffect(() => {
    count(id).catch(() => {})
  }, [count, id])
}
