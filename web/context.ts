import { createContext } from 'react-router'
import type { Data, Endpoint, Input } from '../contract/endpoint.ts'
import type { SiteConfig, Viewer } from '../contract/site.ts'

/**
 * What a server loader gets: `const { call } = context.get(servicesContext)`. `call` runs the endpoint's whole pipeline in process as the
 * viewer. A refusal is thrown as route data with a status: NOT_FOUND 404 (shown in place), FORBIDDEN 403, busy 503.
 */
export interface Services {
  call<E extends Endpoint<any, any, any>>(endpoint: E, input?: Input<E>): Promise<Data<E>>
  viewer: Viewer | null
  /** set when the page is not cached; cached pages carry hashes instead */
  nonce: string | undefined
  site: SiteConfig
  /** origin that the visitor sees, for canonical links */
  origin: string
}

/** Passed on through entry.server.tsx: the adapter reads it from the build, so that both sides hold one token (stack-notes §3). */
export const servicesContext = createContext<Services>()
