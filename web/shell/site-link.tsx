import type { SiteLink } from '../../contract/site.ts'
import { logBusiness } from '../session.ts'
import { OutsideIcon } from './icons.tsx'
import { Link } from './link.tsx'
import { leavesSite } from './menu.ts'
import { OutsideLink } from './outside-link.tsx'

interface Props {
  link: SiteLink
  className?: string | undefined
  current?: boolean
}

/** An entry of menu or footer: a disabled one cannot be clicked, one that starts with http is an outside link (spec §2, W003). */
export function SiteLinkItem({ link, className, current = false }: Props) {
  if (link.disabled)
    return (
      <span className={className} aria-disabled="true">
        {link.name}
      </span>
    )
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
