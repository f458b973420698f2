import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { logInAgain } from '../../session/log-in-again.ts'
import type { Failure } from '../failure.ts'

/** Calls `then` when the user has logged in again over this page, which had lost its session. */
export function useLoggedInAgain(then: () => void): void {
  const newest = useRef(then)
  useEffect(() => {
    newest.current = then
  })
  useEffect(() => {
    let asked = logInAgain.now() !== null
    return logInAgain.subscribe(() => {
      const asks = logInAgain.now() !== null
      if (asked && !asks) newest.current()
      asked = asks
    })
  }, [])
}

/** State for the refusal that a form shows. That of an ended session is gone when the user has logged in again. */
export function useShownFailure(): [Failure | null, Dispatch<SetStateAction<Failure | null>>] {
  const [failure, setFailure] = useState<Failure | null>(null)
  useLoggedInAgain(() => setFailure((now) => (now?.sessionEnded ? null : now)))
  return [failure, setFailure]
}
