import type { MouseEvent, ReactNode } from 'react'
import { openOutside } from '../session.ts'

interface Props {
  url: string
  className?: string | undefined
  /** called before the page is left */
  onLeave?: (() => void) | undefined
  children: ReactNode
}

const MIDDLE = 1

/** An outside link. For a logged-in company the address is signed, whichever mouse button opens it (spec §2). */
export function OutsideLink({ url, className, onLeave, children }: Props) {
  const leave = (event: MouseEvent) => {
    if (event.type === 'auxclick' && event.button !== MIDDLE) return
    event.preventDefault()
    onLeave?.()
    // The demo's city platform is a path of this site.
    void openOutside(new URL(url, window.location.href).href)
  }
  return (
    <a href={url} className={className} rel="noopener" target="_blank" onClick={leave} onAuxClick={leave}>
      {children}
    </a>
  )
}
