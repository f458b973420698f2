import { rootDataOf } from './root-data.ts'

/** Structured data of a page for search engines (schema.org), as entries for `export const meta`. */
type Thing = { '@type': string } & Record<string, unknown>
type MetaArgs = { location: { pathname: string }; matches: readonly ({ id: string; loaderData?: unknown } | undefined)[] }

export const jsonLd = (thing: Thing) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...thing } })

const rootOf = (args: unknown) => rootDataOf(args as MetaArgs)

/** The breadcrumbs of a page: names with addresses; the last is the page itself. */
export function breadcrumbs(args: unknown, way: readonly [name: string, path: string][]) {
  const root = rootOf(args)
  if (!root) return []
  return [
    jsonLd({
      '@type': 'BreadcrumbList',
      itemListElement: way.map(([name, path], i) => ({ '@type': 'ListItem', position: i + 1, name, item: root.origin + path })),
    }),
  ]
}

/** The rows of a list, in order: names with addresses. */
export function itemList(args: unknown, rows: readonly { name: string; path: string }[]) {
  const root = rootOf(args)
  if (!root || rows.length === 0) return []
  return [
    jsonLd({
      '@type': 'ItemList',
      itemListElement: rows.map(({ name, path }, i) => ({ '@type': 'ListItem', position: i + 1, name, url: root.origin + path })),
    }),
    feedLink(root.origin),
  ]
}

/** The site, its owner and its search. */
export function website(args: unknown) {
  const root = rootOf(args)
  if (!root) return []
  const { origin, site } = root
  return [
    jsonLd({
      '@type': 'WebSite',
      name: site.name,
      url: `${origin}/page/home`,
      inLanguage: 'zh-CN',
      publisher: { '@type': 'GovernmentOrganization', name: site.owner || site.name },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${origin}/page/policysearch?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    }),
    feedLink(origin),
  ]
}

const feedLink = (origin: string) => ({
  tagName: 'link',
  rel: 'alternate',
  type: 'application/rss+xml',
  title: '最新政策',
  href: `${origin}/rss.xml`,
})
