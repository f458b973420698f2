import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'

/** antd repeats the head in a hidden row to measure it; a box in there could be reached by keyboard. */
export function OnlyInHead({ children }: { children: ReactNode }) {
  const at = useRef<HTMLSpanElement>(null)
  const [hidden, setHidden] = useState(false)
  useLayoutEffect(() => setHidden(at.current?.closest('tr[aria-hidden="true"]') !== null), [])
  return <span ref={at}>{hidden ? null : children}</span>
}
