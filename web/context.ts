import { createContext } from 'react-router'
import type { Data, Endpoint, Input } from '../contract/endpoint.ts'
import type { SiteConfig, Viewer } from '../contract/site.ts'

/**
 * The services of a server loader: `const { call } = context.get(servicesContext)`. `call` runs the endpoint's whole pipeline in process as
 * the viewer. An error is thrown as route data with a status: NOT_FOUND 404 (shown in place), FORBIDDEN 403, busy 503.
 */
export interface Services {
  call<E extends Endpoint<any, any, any>>(endpoint: E, input?: Input<E>): Promise<Data<E>>
  viewer: Viewer | null
  /** set when the page is not cached; cached pages carry hashes instead */
  nonce: string | undefined
  site: SiteConfig
  /** origin in the visitor's address bar, for canonical links */
  origin: string
}

/** entry.server.tsx exports it too: the adapter takes it from the build, so that both use the same token (stack-notes §3). */
export const servicesContext = createContext<Services>()
