import { useId } from 'react'
import type { SiteLink } from '../../contract/site.ts'
import { logBusiness } from '../session.ts'
import { OutsideIcon } from './icons.tsx'
import { Link } from './link.tsx'
import { leavesSite } from './menu.ts'
import { OutsideLink, PlatformLogo } from './outside-link.tsx'
import styles from './site-link.module.css'

interface Props {
  link: SiteLink
  className?: string | undefined
  current?: boolean
}

/**
 * An entry of menu or footer. One that starts with http is an outside link (spec §2, W003). A disabled one is visible and cannot be clicked,
 * with its description as a tooltip for pointer, keyboard and screen reader; on a small screen, the description stands below the name.
 */
export function SiteLinkItem({ link, className, current = false }: Props) {
  const id = useId()
  const { eventLabel, desc, logo } = link
  if (link.disabled)
    return (
      <span className={styles.disabled}>
        <span className={className} aria-disabled="true" {...(desc && { role: 'link', tabIndex: 0, 'aria-describedby': id })}>
          {link.name}
        </span>
        {desc && (
          <span role="tooltip" id={id} className={styles.why}>
            {desc}
          </span>
        )}
      </span>
    )
  const count = eventLabel ? () => logBusiness(eventLabel) : undefined
  if (!leavesSite(link.url))
    return (
      <Link to={link.url} className={className} aria-current={current ? 'page' : undefined} onClick={count}>
        {link.name}
      </Link>
    )
  return (
    <OutsideLink url={link.url} login={link.login} className={className} onLeave={count}>
      {logo && <PlatformLogo logo={logo} />}
      {link.name}
      <OutsideIcon />
      <span className="visually-hidden">（打开外部网站）</span>
    </OutsideLink>
  )
}
