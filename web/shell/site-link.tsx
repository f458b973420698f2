import { useId } from 'react'
import type { SiteLink } from '../../contract/site.ts'
import { logBusiness } from '../session.ts'
import { OutsideIcon } from './icons.tsx'
import { Link } from './link.tsx'
import { leavesSite } from './menu.ts'
import { OutsideLink } from './outside-link.tsx'
import styles from './site-link.module.css'

interface Props {
  link: SiteLink
  className?: string | undefined
  current?: boolean
}

/** An entry of menu or footer: a disabled one cannot be clicked, one that starts with http is an outside link (spec §2, W003). */
export function SiteLinkItem({ link, className, current = false }: Props) {
  if (link.disabled) return <Disabled name={link.name} why={link.desc ?? ''} className={className} />
  const { eventLabel } = link
  const count = eventLabel ? () => logBusiness(eventLabel) : undefined
  if (!leavesSite(link.url))
    return (
      <Link to={link.url} className={className} aria-current={current ? 'page' : undefined} onClick={count}>
        {link.name}
      </Link>
    )
  return (
    <OutsideLink url={link.url} className={className} onLeave={count}>
      {link.name}
      <OutsideIcon />
      <span className="visually-hidden">（打开外部网站）</span>
    </OutsideLink>
  )
}

/**
 * Visible and not clickable, with its description as a tooltip (spec §2, §3): at the pointer, at the keyboard and read aloud; in the
 * opened menu of a small screen the description stands below the name.
 */
function Disabled({ name, why, className = '' }: { name: string; why: string; className?: string | undefined }) {
  const id = useId()
  if (!why)
    return (
      <span className={className} aria-disabled="true">
        {name}
      </span>
    )
  return (
    <span className={styles.disabled}>
      <span role="link" tabIndex={0} className={className} aria-disabled="true" aria-describedby={id}>
        {name}
      </span>
      <span role="tooltip" id={id} className={styles.why}>
        {why}
      </span>
    </span>
  )
}
