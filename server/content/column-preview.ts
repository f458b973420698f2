import type { Kernel } from '../kernel/kernel.ts'
import { allColumns, below, columnGone, columnRows } from './columns.ts'
import { newestIn } from './news-queries.ts'

/** A column as the public page would show it, whatever its state, with the articles that are public in it and below it. */
export async function previewColumn(k: Kernel, id: number) {
  const column = (await columnRows(k, null, true)).find((c) => c.id === id)
  if (!column) throw columnGone()
  return { column: { ...column, standing: null }, list: await newestIn(k, below(await allColumns(k.db), id), 20) }
}
