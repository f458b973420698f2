import type { Kernel } from '../kernel/kernel.ts'
import { offersPages } from '../kernel/public/sitemap.ts'
import { feedRoutes } from './feeds.ts'

/** Joins what the portal publishes for all domains; each domain registers its own pages. */
export function joinPortal(k: Kernel): void {
  offersPages(k, { fixed: ['/page/home'] })
  k.mounts.push(feedRoutes(k))
}
