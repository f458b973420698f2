import type { MouseEvent } from 'react'
import type { SiteLink } from '../../contract/site.ts'
import { logBusiness, openOutside } from '../session.ts'
import { OutsideIcon } from './icons.tsx'
import { Link } from './link.tsx'
import { leavesSite } from './menu.ts'

interface Props {
  link: SiteLink
  className?: string | undefined
  current?: boolean
}

/** An entry of menu or footer: a disabled one cannot be clicked, one that starts with http leaves the site (spec §2, W003). */
export function SiteLinkItem({ link, className, current = false }: Props) {
  if (link.disabled)
    return (
      <span className={className} aria-disabled="true">
        {link.name}
      </span>
    )
  if (!leavesSite(link.url)) {
    const count = link.url === '/page/commercialLaw' ? () => logBusiness('商事法律服务') : undefined
    return (
      <Link to={link.url} className={className} aria-current={current ? 'page' : undefined} onClick={count}>
        {link.name}
      </Link>
    )
  }
  const leave = (event: MouseEvent) => {
    event.preventDefault()
    void openOutside(link.url)
  }
  return (
    <a href={link.url} className={className} rel="noopener" target="_blank" onClick={leave}>
      {link.name}
      <OutsideIcon />
      <span className="visually-hidden">（打开外部网站）</span>
    </a>
  )
}
