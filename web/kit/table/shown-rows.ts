import { useQueryClient } from '@tanstack/react-query'
import type { BatchItem } from '../../../contract/batch.ts'
import type { Page } from './paging.ts'
import type { RowKey } from './selection.ts'
import { listKey } from './use-list.ts'

/** For rows that have a version field. */
export const ownVersion = ({ version }: BatchItem): number => version

/**
 * The selected rows with the versions that the user saw, from the pages that were loaded. Throws a message when a row is no longer cached.
 */
export function useShownRows<Row extends { id: number }>(
  list: string,
  versionOf: (row: Row) => number,
): (ids: readonly RowKey[]) => BatchItem[] {
  const client = useQueryClient()
  return (ids) => {
    const pages = client.getQueryCache().findAll({ queryKey: listKey(list) })
    const shown = new Map(
      pages
        .toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)
        .flatMap((page) => (page.state.data as Page<Row> | undefined)?.list ?? [])
        .map((row) => [row.id, { id: row.id, version: versionOf(row) }]),
    )
    return ids.map((id) => {
      const row = shown.get(Number(id))
      if (!row) throw new Error('选择的内容已久未刷新，请重新选择')
      return row
    })
  }
}
