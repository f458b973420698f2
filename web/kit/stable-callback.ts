import { useLayoutEffect, useRef, useState } from 'react'

/**
 * One function for the whole life of a component that calls the newest `callback`. A memoised row that receives it is not rendered again
 * because its parent was. For event handlers only: during rendering it would still call the one before.
 */
export function useStableCallback<Args extends unknown[], Result>(callback: (...args: Args) => Result): (...args: Args) => Result {
  const newest = useRef(callback)
  useLayoutEffect(() => {
    newest.current = callback
  })
  const [stable] = useState(
    () =>
      (...args: Args) =>
        newest.current(...args),
  )
  return stable
}
