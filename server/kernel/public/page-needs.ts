import type { Kernel } from '../kernel.ts'
import { namedPerKernel } from '../per-kernel.ts'

/** What the document of one page may do that no other page may. */
interface PageNeeds {
  /** use the camera */
  camera?: boolean
  /** play media from these hosts, over https */
  mediaHosts?: readonly string[]
}
const pages = namedPerKernel<PageNeeds>('page')
/** A domain registers what one of its pages needs; the headers of that page then allow exactly this. */
export const pageNeeds = pages.add
export const needsOf = (k: Kernel, path: string | null): PageNeeds => (path === null ? undefined : pages.find(k, path)) ?? {}
