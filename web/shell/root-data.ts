import { useRouteLoaderData } from 'react-router'
import type { PublicSiteConfig, Viewer } from '../../contract/site.ts'
import type { Display } from './display.ts'

export interface RootData {
  site: PublicSiteConfig
  viewer: Viewer | null
  origin: string
  display: Display
}

/** Data of the root loader; undefined only when the root itself failed. */
export const useRootData = (): RootData | undefined => useRouteLoaderData<RootData>('root') as RootData | undefined

export function useSite(): PublicSiteConfig {
  const data = useRootData()
  if (!data) throw new Error('no site data')
  return data.site
}
