import { useEffect, useReducer, useRef } from 'react'
import { holdsTyping } from '../session/typing.ts'

/** How often a page whose right is gone is asked whether its input is still there. */
const ASK_MS = 1000

/**
 * Whether the screen at this address stays: when the right to it is withdrawn while it holds unsaved input, it stays until the input is gone
 * or the user leaves, so that nothing that was typed vanishes at once.
 */
export function useHeldScreen(allowed: boolean, address: string): { open: boolean; held: boolean } {
  const shown = useRef<string | null>(null)
  const held = !allowed && shown.current === address && holdsTyping()
  const open = allowed || held
  shown.current = open ? address : null
  const [, look] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!held) return
    const timer = setInterval(look, ASK_MS)
    return () => clearInterval(timer)
  }, [held])
  return { open, held }
}
