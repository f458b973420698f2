import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { told, type ToldKind, type ToldRow } from '../../contract/told.ts'
import { call } from '../api.ts'
import { localTime } from './date/local-time.ts'
import { EmptyState, ErrorState } from './table/table-states.tsx'
import { Timeline } from './timeline.tsx'

export interface About {
  kind: ToldKind
  id: number
  name: string
}

/** 告知记录 of one record: notices and text messages with their receipts, and why there were none. */
export function ToldDrawer({ kind, id, name, onClose }: About & { onClose(): void }) {
  const query = useQuery({
    queryKey: ['told', kind, id],
    queryFn: () => call(told.list, { query: { kind, id } }, { silent: true }),
    retry: false,
    // Each reading is recorded.
    refetchOnWindowFocus: false,
  })
  const found = query.data
  return (
    <Drawer open title={`告知记录：${name}`} size={560} destroyOnHidden onClose={onClose}>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !found ? (
        <p role="status">正在加载…</p>
      ) : found.list.length === 0 ? (
        <EmptyState first={<p>还没有发出消息或短信。</p>} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        <div tabIndex={0} role="region" aria-label="告知的内容">
          {found.total > found.list.length && (
            <p className="meta">
              共 {found.total} 条，列出最近 {found.list.length} 条。
            </p>
          )}
          <Timeline label="告知记录" entries={found.list.map(entryOf)} />
        </div>
      )}
    </Drawer>
  )
}

const entryOf = (row: ToldRow) => ({
  at: localTime(row.time),
  who: row.to,
  tone: 'off' as const,
  title: `${row.way}（${row.what}），${row.receipt}`,
  text: [row.text, row.sms && (row.sms.startsWith('没有发') ? `短信${row.sms}` : `短信：${row.sms}`)].filter(Boolean).join('\n') || null,
})
