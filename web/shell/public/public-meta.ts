import { screenAt } from '../../screens/screen-at.ts'
import { breadcrumbs, itemList, jsonLd } from '../json-ld.ts'
import { rootDataOf } from '../root-data.ts'
import { metaFor } from '../title.ts'

type MetaArgs = Parameters<typeof metaFor>[0]
const HOME = ['首页', '/page/home'] as const

/** For `export const meta` of a public list: title from the table of screens, description, breadcrumbs and rows. */
export function listMeta(args: MetaArgs, { description, rows = [] }: { description: string; rows?: Parameters<typeof itemList>[1] }) {
  const { pathname } = args.location
  return [
    ...metaFor(args, { description }),
    ...breadcrumbs(args, [[...HOME], [screenAt(pathname)?.title ?? '', pathname]]),
    ...itemList(args, rows),
  ]
}

/** The rows of a list for `listMeta`, by their titles. */
export const titled = (found: { list: readonly { id: number; title: string }[] } | undefined, path: (id: number) => string) =>
  (found?.list ?? []).map(({ id, title }) => ({ name: title, path: path(id) }))

interface Detail {
  title: string
  description: string
  /** name and address of its list */
  above: readonly [name: string, path: string]
  /** its canonical address, whichever page shows it */
  path: string
  /** its type in schema.org */
  thing: { '@type': string } & Record<string, unknown>
}

/** For `export const meta` of a public detail page. */
export function detailMeta(args: MetaArgs, { title, description, above, path, thing }: Detail) {
  const origin = rootDataOf(args)?.origin
  return [
    ...metaFor(args, { title, description }),
    ...(origin ? [jsonLd({ ...thing, inLanguage: 'zh-CN', url: origin + path })] : []),
    ...breadcrumbs(args, [[...HOME], [...above], [title, path]]),
  ]
}
