import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { tableSettings, type TableSetting } from '../../../contract/table-setting.ts'
import { call } from '../../api.ts'
import { toast } from '../../toast.ts'
import { isChanged, type ColumnDelta } from './column-settings.ts'
import { readFailure } from '../failure.ts'
import { usePerson } from '../person.ts'

type Settings = Record<string, TableSetting>
const VISITOR = 'visitor'
/** Saves run one after another, so that the last change wins. */
let writing: Promise<unknown> = Promise.resolve()

/**
 * A person's settings of one table, stored with the account, so that other devices show the same columns. Reset deletes them and restores
 * the defaults. A visitor's settings last as long as the page. `waiting`: not loaded yet.
 */
export function useColumnSettings(table: string): {
  delta: ColumnDelta
  save: (delta: ColumnDelta) => void
  reset: () => void
  waiting: boolean
} {
  const { id } = usePerson()
  const client = useQueryClient()
  const key = ['table-settings', id]
  const isKept = id !== VISITOR
  // Until the settings are loaded, the default columns are shown.
  const query = useQuery<Settings>({
    queryKey: key,
    queryFn: () => call(tableSettings.list, {}, { silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled: isKept,
  })
  // The query cache updates a moment later; a checkbox that waited for it would flip back.
  const [chosen, setChosen] = useState<{ of: string; delta: ColumnDelta }>()
  const of = `${id} ${table}`
  const put = (delta: ColumnDelta) => {
    setChosen({ of, delta })
    if (!isKept) return
    const setting = isChanged(delta) ? (delta as TableSetting) : null
    const { [table]: _before, ...others } = client.getQueryData<Settings>(key) ?? {}
    client.setQueryData<Settings>(key, setting ? { ...others, [table]: setting } : others)
    writing = writing
      .then(() => call(tableSettings.save, { body: { table, setting } }, { silent: true }))
      .catch((error: unknown) => toast.error(`列设置没有保存：${readFailure(error).message}`))
  }
  const delta: ColumnDelta = chosen?.of === of ? chosen.delta : (query.data?.[table] ?? {})
  return {
    delta,
    save: put,
    // Saved views are not columns, so they are kept.
    reset: () => put(delta.views ? { views: delta.views } : {}),
    waiting: isKept && query.isPending,
  }
}
