import { App, Button } from 'antd'
import { useId } from 'react'
import type { ScheduledRow } from '../../../contract/scheduled/scheduled.ts'
import { scheduledStates } from '../../../contract/scheduled/states.ts'
import { call } from '../../api.ts'
import { toast } from '../../toast.ts'
import { localMinute } from '../date/local-time.ts'
import { StatusTag } from '../status-tag.tsx'
import { ErrorState } from '../table/table-states.tsx'
import { useOffered } from '../view-only.tsx'
import css from './scheduled-list.module.css'
import { isWaiting, useScheduled, useRefreshScheduled, type ScheduledOf } from './use-scheduled.ts'

const changesOf = ({ changes }: ScheduledRow): string =>
  changes.length > 0 ? `：${changes.map(({ label, before, after }) => `${label}由“${before}”改为“${after}”`).join('，')}` : ''

interface Props {
  of: ScheduledOf
  title?: string
  /** reads the records anew: a change that cannot be cancelled any more has been made meanwhile */
  onDone(): Promise<unknown>
}
/** What waits for its time on this page, and what ended in the last 30 days; nothing when there is neither. */
export function ScheduledList({ of, title = '定时修改', onDone }: Props) {
  const { data, error, refetch } = useScheduled(of)
  const heading = useId()
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || data.list.length === 0) return null
  const [waiting, ended] = [data.list.filter(isWaiting), data.list.filter((row) => !isWaiting(row))]
  return (
    <section aria-labelledby={heading} className={css.list}>
      <h2 id={heading}>
        {title}（等待 {waiting.length} 项）
      </h2>
      <ul>
        {waiting.map((row) => (
          <li key={row.id}>
            <Entry row={row} lead="将于" />
            <Cancel of={of} row={row} onDone={onDone} />
          </li>
        ))}
      </ul>
      {ended.length > 0 && (
        <details>
          <summary>近 30 天已结束的 {ended.length} 项</summary>
          <ul>
            {ended.map((row) => (
              <li key={row.id}>
                <Entry row={row} lead="定于" />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function Entry({ row, lead }: { row: ScheduledRow; lead: string }) {
  const state = scheduledStates.statuses[row.state as keyof typeof scheduledStates.statuses]
  return (
    <div className={css.entry}>
      <p>
        <StatusTag tone={state.tone}>{state.label}</StatusTag> {lead} <span className="num">{localMinute(row.effectiveTime)}</span>{' '}
        {row.what}“{row.name}”{changesOf(row)}
      </p>
      <p className="meta">
        {row.by}于 {localMinute(row.createTime)} 定时
        {row.reason && `；没有执行：${row.reason}`}
        {row.cancelledBy && row.endTime && `；${row.cancelledBy}于 ${localMinute(row.endTime)} 取消`}
        {row.outdated && '；记录已改动，到时将不会执行'}
      </p>
    </div>
  )
}

function Cancel({ of, row, onDone }: Pick<Props, 'of' | 'onDone'> & { row: ScheduledRow }) {
  const { modal } = App.useApp()
  const offered = useOffered()
  const refresh = useRefreshScheduled(of)
  const ask = () =>
    modal.confirm({
      title: `取消对“${row.name}”的定时${row.what}？`,
      content: `它定于 ${localMinute(row.effectiveTime)} 执行，取消后不再执行；要恢复须重新定时。`,
      okText: '取消定时',
      cancelText: '不取消',
      onOk: async () => {
        // The shared client shows the error.
        const isDone = await call(of.calls.cancel, { body: { id: row.id, version: row.version } }).then(
          () => true,
          () => false,
        )
        if (isDone) toast.success('已取消')
        await Promise.all([refresh(), onDone()])
      },
    })
  return (
    <Button size="small" {...offered} aria-label={`取消定时：${row.name}`} onClick={ask}>
      取消定时
    </Button>
  )
}
