import type { ReactNode } from 'react'
import { Link } from './link.tsx'

/** An inside or outside link, as staff typed its address; without an address, only the content. */
export function SiteAddress({ url, className, children }: { url: string | null; className?: string; children: ReactNode }) {
  if (!url) return <span className={className ?? ''}>{children}</span>
  if (/^https?:/.test(url))
    return (
      <a href={url} className={className ?? ''} target="_blank" rel="noopener noreferrer">
        {children}
        <span className="visually-hidden">（在新窗口打开）</span>
      </a>
    )
  return (
    <Link to={url} className={className ?? ''}>
      {children}
    </Link>
  )
}
