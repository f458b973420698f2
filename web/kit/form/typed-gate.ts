import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { onTyping } from '../../session/typing.ts'
import { useCloseQuestion } from '../dialog/use-close-question.ts'

/** Checks whether a form inside a dialog or drawer has input that would be lost. */
export type TypedGate = Set<() => boolean>

export const TypedContext = createContext<TypedGate | null>(null)

/** Tells the surrounding dialog or drawer whether something is typed; `dirty` is read when it closes. */
export function useTypedGate(dirty: () => boolean): void {
  const gate = useContext(TypedContext)
  const asked = useRef(dirty)
  asked.current = dirty
  useEffect(() => {
    const ask = () => asked.current()
    const forget = onTyping(ask)
    gate?.add(ask)
    return () => {
      forget()
      gate?.delete(ask)
    }
  }, [gate])
}

/** Closes a dialog or drawer by Esc, its cross or a click outside: asks first when a form inside has unsaved input. */
export function useClosing(close: () => void) {
  const [gate] = useState<TypedGate>(() => new Set())
  const ask = useCloseQuestion(close)
  return { gate, close: () => ask([...gate].some((dirty) => dirty())) }
}
