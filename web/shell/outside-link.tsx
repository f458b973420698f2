import type { MouseEvent, ReactNode } from 'react'
import { openOutside } from '../session.ts'
import styles from './outside-link.module.css'

interface Props {
  url: string
  /** the platform begins a log-in of somebody who is logged in here */
  login?: true | undefined
  className?: string | undefined
  /** called before the page is left */
  onLeave?: (() => void) | undefined
  children: ReactNode
}

/** Beside the name of a link to a platform, so without words of its own. */
export const PlatformLogo = ({ logo }: { logo: string }) => (
  <img src={`/files/download?filePath=${logo}&inline=true`} alt="" className={styles.logo} />
)

const MIDDLE = 1

/** An outside link. For a logged-in company the address is signed, whichever mouse button opens it (spec §2). */
export function OutsideLink({ url, login, className, onLeave, children }: Props) {
  const leave = (event: MouseEvent) => {
    if (event.type === 'auxclick' && event.button !== MIDDLE) return
    event.preventDefault()
    onLeave?.()
    // The demo's city platform is a path of this site.
    void openOutside(new URL(url, window.location.href).href, login)
  }
  return (
    <a href={url} className={className} rel="noopener" target="_blank" onClick={leave} onAuxClick={leave}>
      {children}
    </a>
  )
}
