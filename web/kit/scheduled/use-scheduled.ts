import { useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  scheduledDictTypes,
  scheduledDictValues,
  scheduledFigures,
  scheduledLinks,
  ScheduledRow,
} from '../../../contract/scheduled/scheduled.ts'
import { scheduledStates } from '../../../contract/scheduled/states.ts'
import { call } from '../../api.ts'
import { localMinute } from '../date/local-time.ts'

/** The calls of one kind of scheduled changes. */
export type ScheduledCalls = typeof scheduledLinks | typeof scheduledFigures | typeof scheduledDictTypes | typeof scheduledDictValues
/** The scheduled changes that a page shows: of a kind, or of one of its parts. */
export interface ScheduledOf {
  calls: ScheduledCalls
  scope?: string
}

/** The page, its rows and its forms share the answer. */
export const useScheduled = ({ calls, scope }: ScheduledOf) =>
  useQuery({
    queryKey: ['scheduled', calls.list.path, scope ?? ''],
    queryFn: () => call(calls.list, { query: { pageSize: 100, ...(scope === undefined ? {} : { scope }) } }, { silent: true }),
    retry: false,
  })

export function useRefreshScheduled({ calls }: ScheduledOf): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['scheduled', calls.list.path] })
}

export const isWaiting = ({ state }: ScheduledRow): boolean => state === scheduledStates.code.waiting

/** The change that waits for a record. */
export function useWaiting(of: ScheduledOf, id: number | undefined): ScheduledRow | undefined {
  const { data } = useScheduled(of)
  return id === undefined ? undefined : data?.list.find((row) => row.rowId === id && isWaiting(row))
}

/** 将于 2026-12-01 08:00 改为：名称“开办一件事” */
export const waitingWords = ({ what, effectiveTime, changes, outdated }: ScheduledRow): string =>
  `${outdated ? '记录已改动，到时将不会执行：' : ''}将于 ${localMinute(effectiveTime)} ${what === '删除' ? '删除' : `改为：${changes.map(({ label, after }) => `${label}“${after}”`).join('，')}`}`
