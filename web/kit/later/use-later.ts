import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { laterDictTypes, laterDictValues, laterFigures, laterLinks, LaterRow } from '../../../contract/later/later.ts'
import { laterStates } from '../../../contract/later/states.ts'
import { call } from '../../api.ts'
import { localMinute } from '../date/local-time.ts'

/** The calls of one kind of later changes. */
export type LaterCalls = typeof laterLinks | typeof laterFigures | typeof laterDictTypes | typeof laterDictValues
/** The later changes that a page shows: of a kind, or of one of its parts. */
export interface LaterOf {
  calls: LaterCalls
  scope?: string
}

/** The page, its rows and its forms share the answer. */
export const useLater = ({ calls, scope }: LaterOf) =>
  useQuery({
    queryKey: ['later', calls.list.path, scope ?? ''],
    queryFn: () => call(calls.list, { query: { pageSize: 100, ...(scope === undefined ? {} : { scope }) } }, { silent: true }),
    retry: false,
  })

export function useRefreshLater({ calls }: LaterOf): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['later', calls.list.path] })
}

export const isWaiting = ({ state }: LaterRow): boolean => state === laterStates.code.waiting

/** The change that waits for a record. */
export function useWaiting(of: LaterOf, id: number | undefined): LaterRow | undefined {
  const { data } = useLater(of)
  return id === undefined ? undefined : data?.list.find((row) => row.rowId === id && isWaiting(row))
}

/** 将于 2026-12-01 08:00 改为：名称“开办一件事” */
export const waitingWords = ({ what, effectiveTime, changes }: LaterRow): string =>
  `将于 ${localMinute(effectiveTime)} ${what === '删除' ? '删除' : `改为：${changes.map(({ label, after }) => `${label}“${after}”`).join('，')}`}`
