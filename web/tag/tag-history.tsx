import { useQuery } from '@tanstack/react-query'
import { Drawer, Table } from 'antd'
import { useState } from 'react'
import { tag, tagSources } from '../../contract/tag.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { EmptyState, ErrorState } from '../kit/table/table-states.tsx'

/** Who joined and left a tag, when, and why; of one company when it is named. */
export function TagHistory({
  tag: of,
  companyId,
  onClose,
}: {
  tag: { id: number; tagName: string } | null
  companyId?: number
  onClose(): void
}) {
  const [page, setPage] = useState(1)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['tag-history', of?.id, companyId, page],
    queryFn: () =>
      call(tag.history, { query: { tagId: of!.id, page, pageSize: 10, ...(companyId ? { companyId } : {}) } }, { silent: true }),
    enabled: of !== null,
    retry: false,
  })
  return (
    <Drawer title={of ? `“${of.tagName}”的变动记录` : ''} open={of !== null} onClose={onClose} size={720} destroyOnHidden>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table
          rowKey="id"
          size="middle"
          loading={isPending}
          scroll={{ x: 560 }}
          dataSource={data?.list ?? []}
          locale={{ emptyText: <EmptyState /> }}
          pagination={{
            current: page,
            pageSize: 10,
            total: data?.total ?? 0,
            onChange: setPage,
            showSizeChanger: false,
            hideOnSinglePage: true,
          }}
          columns={[
            { title: '时间', dataIndex: 'at', width: 150, render: localMinute },
            ...(companyId ? [] : [{ title: '企业', dataIndex: 'companyName' }]),
            { title: '变动', dataIndex: 'joined', width: 70, render: (v: boolean) => (v ? '加入' : '移出') },
            { title: '来源', dataIndex: 'source', width: 70, render: (v: keyof typeof tagSources) => tagSources[v] },
            { title: '原因', dataIndex: 'reason' },
            { title: '操作人', dataIndex: 'byName', width: 120, render: (v: string | null) => v ?? '系统' },
          ]}
        />
      )}
    </Drawer>
  )
}
