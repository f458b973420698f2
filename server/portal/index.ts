import type { Kernel } from '../kernel/kernel.ts'
import { offersPages } from '../kernel/public/sitemap.ts'
import { feedRoutes } from './feeds.ts'

/** What the portal tells about all domains; each domain says itself what it has. */
export function joinPortal(k: Kernel): void {
  offersPages(k, { fixed: ['/page/home'] })
  k.mounts.push(feedRoutes(k))
}
