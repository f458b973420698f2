import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Drawer } from 'antd'
import { messages } from '../../contract/messages.ts'
import type { ChangeRow } from '../../contract/way-back.ts'
import { toast } from '../toast.ts'
import { localTime } from './date/local-time.ts'
import { EmptyState, ErrorState } from './table/table-states.tsx'
import { Timeline } from './timeline.tsx'

export interface History {
  /** names the list for the cache */
  kind: string
  title: string
  load(): Promise<{ total: number; list: ChangeRow[] }>
  /** A text that it returns is shown when it is done. */
  undo(id: number): Promise<unknown>
  /** other words where an earlier state is restored, not the newest change undone */
  words?: { act: string; effect: string; done: string }
  /** `isDone`: not when it was refused */
  onDone(isDone: boolean): Promise<unknown>
}

const UNDO = { act: '撤销', effect: '随即恢复到此前的样子。', done: '已撤销' }

/** 修改记录 of a kind of row, the newest first; the newest change of each row can be taken back. */
export function WayBackDrawer({ kind, title, load, undo, words = UNDO, onDone, onClose }: History & { onClose(): void }) {
  const queries = useQueryClient()
  const { modal } = App.useApp()
  const key = ['way-back', kind]
  const query = useQuery({ queryKey: key, queryFn: load, retry: false, gcTime: 0 })
  const takeBack = async (row: ChangeRow) => {
    let isDone = false
    try {
      const told = await undo(row.id)
      isDone = true
      toast.success(typeof told === 'string' ? told : words.done)
    } catch {
      // The error has been shown, and the list is read again because it may have changed.
    }
    await Promise.all([queries.invalidateQueries({ queryKey: key }), onDone(isDone)])
  }
  const ask = (row: ChangeRow) =>
    modal.confirm({
      title: words === UNDO ? `撤销对“${row.name}”的${row.what}？` : `${words.act}？`,
      content: words.effect,
      okText: words === UNDO ? words.act : '恢复',
      cancelText: messages.cancel,
      onOk: () => takeBack(row),
    })
  const found = query.data
  return (
    <Drawer open title={title} size={560} destroyOnHidden onClose={onClose}>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !found ? (
        <p role="status">正在加载…</p>
      ) : found.list.length === 0 ? (
        <EmptyState first={<p>还没有修改过。</p>} />
      ) : (
        <>
          {found.total > found.list.length && (
            <p className="meta">
              共 {found.total} 次，列出最近 {found.list.length} 次。
            </p>
          )}
          <Timeline
            label={title}
            entries={found.list.map((row) => ({
              at: localTime(row.time),
              who: row.by,
              tone: row.undone ? ('off' as const) : ('done' as const),
              title: row.undone ? `${row.what}（已撤销）` : row.what,
              text: row.name,
              changes: row.changes,
              more: row.last && (
                <button
                  type="button"
                  className="btn btn-small"
                  style={{ marginTop: 8 }}
                  aria-label={`${words.act}：${row.what}${row.name}`}
                  onClick={() => void ask(row)}
                >
                  {words.act}
                </button>
              ),
            }))}
          />
        </>
      )}
    </Drawer>
  )
}
