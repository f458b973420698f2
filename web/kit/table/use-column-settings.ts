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
/** One after the other, so that the last change is what stays. */
let writing: Promise<unknown> = Promise.resolve()

/**
 * The person's settings of one table, kept with the account: another device shows the same columns. Reset drops them, so the shipped defaults
 * come back. A visitor's last as long as the page. `waiting`: not known yet.
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
  // Without an answer the shipped columns stand.
  const query = useQuery<Settings>({
    queryKey: key,
    queryFn: () => call(tableSettings.list, {}, { silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled: isKept,
  })
  // The cache tells its readers a moment later; a box that waits for it flips back under the finger.
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
    // The views are no columns: what was narrowed down stays.
    reset: () => put(delta.views ? { views: delta.views } : {}),
    waiting: isKept && query.isPending,
  }
}
