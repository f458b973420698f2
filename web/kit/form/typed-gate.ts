import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { onTyping } from '../../session/typing.ts'
import { useCloseQuestion } from '../dialog/use-close-question.ts'

/** What says whether a form within a dialog or drawer has typing that would be lost. */
export type TypedGate = Set<() => boolean>

export const TypedContext = createContext<TypedGate | null>(null)

/** Tells the dialog or drawer around, if there is one, whether something is typed; `dirty` is read at the moment of closing. */
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

/** How a dialog or drawer closes by Esc, its cross or a click outside: asks first where a form inside has typing that is not saved. */
export function useClosing(close: () => void) {
  const [gate] = useState<TypedGate>(() => new Set())
  const ask = useCloseQuestion(close)
  return { gate, close: () => ask([...gate].some((dirty) => dirty())) }
}
