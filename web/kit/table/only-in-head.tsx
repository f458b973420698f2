import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'

/** antd renders the head a second time in a hidden row to measure it; a checkbox there would be focusable. */
export function OnlyInHead({ children }: { children: ReactNode }) {
  const at = useRef<HTMLSpanElement>(null)
  const [hidden, setHidden] = useState(false)
  useLayoutEffect(() => setHidden(at.current?.closest('tr[aria-hidden="true"]') !== null), [])
  return <span ref={at}>{hidden ? null : children}</span>
}
