import type { MouseEvent, ReactNode } from 'react'
import { openOutside } from '../session.ts'

interface Props {
  url: string
  className?: string | undefined
  /** before it is left */
  onLeave?: (() => void) | undefined
  children: ReactNode
}

const MIDDLE = 1

/** A link out of the site. For a logged-in company the address is signed, with whichever button of the mouse it is opened (spec §2). */
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
