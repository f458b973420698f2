import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { saveBlob, type BlobAnswer } from '../api.ts'
import type { DateRange } from './date/date-range.ts'
import DateRangeInput from './date/date-range-input.tsx'
import { Icon } from './icons.tsx'
import { ErrorState } from './table/table-states.tsx'
import css from './figures.module.css'
import { useOffered } from './view-only.tsx'

export interface Days {
  startTime?: string
  endTime?: string
}

/** Figures of the chosen days, at first the last twelve months, which can be saved as a sheet. */
export function FiguresPage<T>({
  name,
  label,
  load,
  sheet,
  children,
}: {
  name: string
  label: string
  load(days: Days): Promise<T>
  /** without it there is no export as a sheet */
  sheet?(days: Days): Promise<unknown>
  children(figures: T, days: Days): ReactNode
}) {
  const [period, setPeriod] = useState<DateRange>({ start: null, end: null })
  const [busy, setBusy] = useState(false)
  const offered = useOffered()
  const days = { ...(period.start ? { startTime: period.start } : {}), ...(period.end ? { endTime: period.end } : {}) }
  const found = useQuery({
    queryKey: [name, days],
    queryFn: () => load(days),
    placeholderData: (before) => before,
    retry: false,
  })
  const save = async () => {
    if (!sheet) return
    setBusy(true)
    // The shared client has shown the refusal.
    try {
      saveBlob((await sheet(days)) as BlobAnswer)
    } catch {
      /* the call has shown its error */
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={css.page}>
      <div className={css.bar}>
        <div className={css.period}>
          <DateRangeInput quick label={label} value={period} onChange={setPeriod} />
        </div>
        {sheet && (
          <Button icon={<Icon name="download" />} loading={busy} onClick={() => void save()} {...offered}>
            导出
          </Button>
        )}
      </div>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <p role="status">正在加载…</p>
      ) : (
        children(found.data, days)
      )}
    </div>
  )
}
