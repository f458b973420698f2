import { useQuery } from '@tanstack/react-query'
import { Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { EmptyState, ErrorState } from './table-states.tsx'

const SIZE = 20

interface Props<Row> {
  /** key of the query; the page is added to it */
  name: readonly unknown[]
  load(paging: { page: number; pageSize: number }): Promise<{ list: Row[]; total: number }>
  columns: TableColumnsType<Row>
  /** px below which the table scrolls sideways */
  width: number
}

/** A table within a drawer: a page of 20, no search, no choice of columns. A list that has an address of its own is a PagedTable. */
export function ShortTable<Row extends { id: number }>({ name, load, columns, width }: Props<Row>) {
  const [page, setPage] = useState(1)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...name, page],
    queryFn: () => load({ page, pageSize: SIZE }),
    placeholderData: (last) => last,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Table
      rowKey="id"
      size="middle"
      loading={isPending}
      scroll={{ x: width }}
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
      columns={columns}
    />
  )
}
