import { rootDataOf } from './root-data.ts'
import { screenAt } from '../screens/screen-at.ts'

/** Page title: the title and the product's name, except on the commercial law page (spec §2). */
export const pageTitle = (title: string, product: string, suffix = true): string => (suffix ? `${title} - ${product}` : title)

interface MetaArgs {
  location: { pathname: string; search: string }
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

/** For `export const meta` of a screen whose title depends on its record: `meta: (args) => metaFor(args, { title, description })`. */
export function metaFor(args: MetaArgs, of: { title?: string; description?: string } = {}) {
  const root = rootDataOf(args)
  const product = root?.site.name ?? '企业综合服务平台'
  const screen = screenAt(args.location.pathname)
  return [
    { title: pageTitle(of.title ?? screen?.title ?? '页面不存在', product, screen?.suffix ?? true) },
    { name: 'description', content: of.description ?? `${screen?.title ?? ''}，${product}` },
    ...(root ? [{ tagName: 'link', rel: 'canonical', href: root.origin + args.location.pathname + recordOf(args.location.search) }] : []),
  ]
}

/** The record id belongs to a page's identity; filters and page numbers do not. */
const recordOf = (search: string) => {
  const id = new URLSearchParams(search).get('id')
  return id ? `?id=${encodeURIComponent(id)}` : ''
}
