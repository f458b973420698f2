import { screenAt } from '../../screens/screen-at.ts'
import { breadcrumbs, itemList, jsonLd } from '../json-ld.ts'
import { rootDataOf } from '../root-data.ts'
import { metaFor } from '../title.ts'

type MetaArgs = Parameters<typeof metaFor>[0]
const HOME = ['首页', '/page/home'] as const

/** For `export const meta` of a public list: title from the table of screens, description, the way to it and the rows it shows. */
export function listMeta(args: MetaArgs, { description, rows = [] }: { description: string; rows?: Parameters<typeof itemList>[1] }) {
  const { pathname } = args.location
  return [
    ...metaFor(args, { description }),
    ...breadcrumbs(args, [[...HOME], [screenAt(pathname)?.title ?? '', pathname]]),
    ...itemList(args, rows),
  ]
}

interface Detail {
  title: string
  description: string
  /** name and address of the list it stands in */
  above: readonly [name: string, path: string]
  /** its own address, the same whatever page shows it */
  path: string
  /** what it is in the words of schema.org */
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
