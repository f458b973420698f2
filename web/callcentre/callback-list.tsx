import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { callCallback, type CallbackRow } from '../../contract/callcentre/desk.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { WordsDialog } from '../kit/dialog/words-dialog.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { useOffered } from '../kit/view-only.tsx'
import { useCan } from '../session.ts'
import { toast } from '../toast.ts'
import css from './ecall.module.css'
import { callbackKey } from './words.tsx'

const SHOWN = 20

/** Open promised callbacks, the most urgent first: an agent takes one and records its result. */
export function CallbackList({ onDone }: { onDone(): Promise<unknown> }) {
  const [done, setDone] = useState<CallbackRow | null>(null)
  const found = useQuery({
    queryKey: callbackKey,
    queryFn: () => call(callCallback.list, { query: { pageSize: SHOWN } }, { silent: true }),
    retry: false,
    staleTime: 0,
    refetchInterval: 30_000,
  })
  const take = async (row: CallbackRow) => {
    // The shared client shows the error.
    try {
      await call(callCallback.take, { body: { id: row.id, version: row.version } })
    } catch {
      /* the call has shown its error */
    }
    await onDone()
  }
  return (
    <section className={css.box} aria-labelledby="callbacks">
      <h2 id="callbacks">待回拨{found.data ? `（${found.data.total}）` : ''}</h2>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data?.total === 0 ? (
        <p className={css.small}>没有待回拨的来电。</p>
      ) : (
        <ul className={css.rows}>
          {found.data?.list.map((row) => (
            <li key={row.id}>
              <OneCallback row={row} onTake={() => void take(row)} onFinish={() => setDone(row)} />
            </li>
          ))}
        </ul>
      )}
      <WordsDialog
        open={done !== null}
        title="完成回拨"
        note={<p>{done?.companyName ?? done?.phone} 的回拨完成后，该号码的未接来电一并记为已回拨。</p>}
        draft={`callback-done:${done?.id}`}
        label="回拨结果"
        empty="请写明回拨的结果"
        maxLength={200}
        okText="完成"
        onClose={() => setDone(null)}
        onSend={async (note) => {
          await call(callCallback.done, { body: { id: done!.id, version: done!.version, note } }, { silent: true })
          toast.success('已完成回拨')
          setDone(null)
          await onDone()
        }}
      />
    </section>
  )
}

function OneCallback({ row, onTake, onFinish }: { row: CallbackRow; onTake(): void; onFinish(): void }) {
  const can = useCan()
  const offered = useOffered()
  return (
    <>
      <span className={css.line}>
        {row.mine ? (
          <a className="num" href={`tel:${row.phone}`}>
            {row.phone}
          </a>
        ) : (
          <span className="num">{row.phone}</span>
        )}
        {row.overdue ? <StatusTag tone="urgent">已超时</StatusTag> : <StatusTag tone="waiting">{row.stateName}</StatusTag>}
      </span>
      <span>{row.companyName ?? '未关联企业'}</span>
      <span className={css.small}>
        {row.reason} {localMinute(row.callTime)}，应在 {localMinute(row.dueTime)} 前回拨
        {row.takenBy && `，${row.takenBy}已领取`}
      </span>
      {can('call:agent') && (
        <span className={css.bar}>
          {row.allowed.includes('take') && (
            <Button size="small" {...offered} onClick={onTake}>
              领取
            </Button>
          )}
          {row.mine && row.allowed.includes('done') && (
            <Button size="small" type="primary" {...offered} onClick={onFinish}>
              完成
            </Button>
          )}
        </span>
      )}
    </>
  )
}
