import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { ScrollingTable } from '../kit/table/scrolling-table.tsx'
import { market } from '../../contract/market/dealing.ts'
import { marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { EmptyState, ErrorState } from '../kit/table/table-states.tsx'

/** The share of public items that were confirmed in time, by street. */
export function Freshness({ kind, onClose }: { kind: MarketKind; onClose(): void }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['market', 'fresh', kind],
    queryFn: () => call(market.figures, { query: { kind } }, { silent: true }),
  })
  return (
    <Drawer title={`${marketKinds[kind].name}的确认情况`} open onClose={onClose} size={720} destroyOnHidden>
      {data && (
        <p className="meta">
          {data.freshDays} 天内确认过的为按时；超过 {data.hideDays} 天没有确认的不再公开。
        </p>
      )}
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <ScrollingTable
          rowKey="name"
          size="middle"
          loading={isPending}
          pagination={false}
          scroll={{ x: 560 }}
          dataSource={data?.streets ?? []}
          locale={{ emptyText: isPending ? ' ' : <EmptyState /> }}
          columns={[
            { title: '镇街', dataIndex: 'name' },
            { title: '审核通过', dataIndex: 'total', align: 'right' },
            { title: '按时确认', dataIndex: 'fresh', align: 'right' },
            { title: '久未确认', dataIndex: 'late', align: 'right' },
            { title: '不再公开', dataIndex: 'hidden', align: 'right' },
            {
              title: '按时比例',
              align: 'right',
              render: (_: unknown, one: { share: number | null }) => (one.share === null ? '—' : `${Math.round(one.share * 100)}%`),
            },
          ]}
        />
      )}
    </Drawer>
  )
}
