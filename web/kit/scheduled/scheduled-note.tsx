import { useWaiting, waitingWords, type ScheduledOf } from './use-scheduled.ts'

/** The line at a record for which a change waits. */
export function ScheduledLine({ of, id }: { of: ScheduledOf; id: number }) {
  const row = useWaiting(of, id)
  return row ? (
    <div className="meta" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere', fontWeight: 'normal' }}>
      {waitingWords(row)}
    </div>
  ) : null
}

/** The same in the form of the record: a save at once makes what waits impossible. */
export function ScheduledNote({ of, id }: { of: ScheduledOf; id: number | undefined }) {
  const row = useWaiting(of, id)
  if (!row) return null
  return (
    <p role="note" className="meta" style={{ marginBottom: 16 }}>
      这一项有等待执行的修改（{row.by}定时）：{waitingWords(row)}。现在保存会改变它所依据的内容，到时就不再执行；要另行定时，请先取消它。
    </p>
  )
}
