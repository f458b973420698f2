import { useEffect } from 'react'

/** Tells the server once that somebody looks at a thing. `count` is the endpoint's call; it counts a visitor once in ten minutes, and a failure concerns nobody. */
export function useCountedView(count: (id: number) => Promise<unknown>, id: number): void {
  useEffect(() => {
    count(id).catch(() => {})
  }, [count, id])
}
