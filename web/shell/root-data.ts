import { useRouteLoaderData } from 'react-router'
import type { PublicSiteConfig, Viewer } from '../../contract/site.ts'
import type { Display } from '../session/display.ts'
import { textReader, type OneText } from './one-text.ts'

export interface RootData {
  site: PublicSiteConfig
  viewer: Viewer | null
  origin: string
  display: Display
}

const readSite = textReader<PublicSiteConfig>()
const sent = (data: unknown) => data as (Omit<RootData, 'site'> & { site: OneText<PublicSiteConfig> }) | undefined

/** Data of the root loader, for `meta` of a page. */
export function rootDataOf({ matches }: { matches: readonly ({ id: string; loaderData?: unknown } | undefined)[] }): RootData | undefined {
  const data = sent(matches.find((m) => m?.id === 'root')?.loaderData)
  return data && { ...data, site: readSite(data.site) }
}

/** Data of the root loader; undefined only when the root itself failed. */
export function useRootData(): RootData | undefined {
  const data = sent(useRouteLoaderData('root'))
  return data && { ...data, site: readSite(data.site) }
}

/** The configured limit of data rows in a sheet of this kind. */
export function useImportRows(kind: string): number {
  const { importRows } = useSite()
  return importRows[kind] ?? importRows.default!
}

export function useSite(): PublicSiteConfig {
  const data = useRootData()
  if (!data) throw new Error('no site data')
  return data.site
}
