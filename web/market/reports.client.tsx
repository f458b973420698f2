import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Table } from 'antd'
import { useState } from 'react'
import { market } from '../../contract/market/dealing.ts'
import { itemPath } from '../../contract/market/states.ts'
import type { RowOf } from '../../contract/endpoint.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { WordsDialog } from '../kit/dialog/words-dialog.tsx'
import { EmptyState, ErrorState } from '../kit/table/table-states.tsx'
import { useCan } from '../session.ts'
import { toast } from '../toast.ts'

type Report = RowOf<typeof market.reports>
const SIZE = 20

/** What was reported, and how it was settled; the reporter hears of it. */
export function Reports({ onClose }: { onClose(): void }) {
  const [page, setPage] = useState(1)
  const [settling, setSettling] = useState<Report | null>(null)
  const client = useQueryClient()
  const can = useCan()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['market', 'reports', page],
    queryFn: () => call(market.reports, { query: { page, pageSize: SIZE } }, { silent: true }),
    placeholderData: (last) => last,
  })
  return (
    <Drawer title="举报" open onClose={onClose} size={860} destroyOnHidden>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table
          rowKey="id"
          size="middle"
          loading={isPending}
          scroll={{ x: 720 }}
          dataSource={data?.list ?? []}
          locale={{ emptyText: <EmptyState /> }}
          pagination={{
            current: page,
            pageSize: SIZE,
            total: data?.total ?? 0,
            onChange: setPage,
            showSizeChanger: false,
            hideOnSinglePage: true,
          }}
          columns={[
            { title: '时间', width: 140, render: (_: unknown, one: Report) => <span className="num">{localMinute(one.createTime)}</span> },
            { title: '信息', render: (_: unknown, one: Report) => <a href={itemPath(one.kind, one.itemId)}>{one.title}</a> },
            { title: '举报内容', dataIndex: 'reason' },
            { title: '举报人', dataIndex: 'by', width: 90 },
            {
              title: '处理',
              render: (_: unknown, one: Report) =>
                one.reply
                ?? (can('market:manage') ? (
                  <Button size="small" type="link" onClick={() => setSettling(one)}>
                    登记处理结果
                  </Button>
                ) : (
                  '待处理'
                )),
            },
          ]}
        />
      )}
      {settling && (
        <WordsDialog
          title={`处理举报：“${settling.title}”`}
          label="处理结果"
          empty="请填写处理结果"
          maxLength={300}
          okText="登记"
          effect="举报人会收到处理结果。"
          onClose={() => setSettling(null)}
          onSend={async (reply) => {
            await call(market.settleReport, { body: { id: settling.id, reply } }, { silent: true })
            toast.success('已处理')
            await client.invalidateQueries({ queryKey: ['market', 'reports'] })
          }}
        />
      )}
    </Drawer>
  )
}
