import { useQuery } from '@tanstack/react-query'
import { Pagination, Spin, type TableColumnsType } from 'antd'
import { useState, type ReactNode } from 'react'
import { useNarrow } from '../use-media.ts'
import { ScrollingTable } from './scrolling-table.tsx'
import { ShortCards } from './short-cards.tsx'
import { EmptyState, ErrorState } from './table-states.tsx'

const SIZE = 20

interface Props<Row> {
  /** query key; the page is appended */
  name: readonly unknown[]
  load(paging: { page: number; pageSize: number }): Promise<{ list: Row[]; total: number }>
  columns: TableColumnsType<Row>
  /** minimum width in px; below it the table scrolls sideways, and on a phone its rows are cards */
  width: number
  /** shown below a row when it is expanded; null when the row has no more */
  more?: (row: Row) => ReactNode
}

/** A table inside a drawer: pages of 20, no search, no column settings. A list with its own address uses PagedTable. */
export function ShortTable<Row extends { id: number }>({ name, load, columns, width, more }: Props<Row>) {
  const [page, setPage] = useState(1)
  const narrow = useNarrow()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...name, page],
    queryFn: () => load({ page, pageSize: SIZE }),
    placeholderData: (last) => last,
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const rows = data?.list ?? []
  const paging = {
    current: page,
    pageSize: SIZE,
    total: data?.total ?? 0,
    onChange: setPage,
    showSizeChanger: false,
    hideOnSinglePage: true,
  }
  if (narrow)
    return (
      <div>
        <Spin spinning={isPending}>
          {!isPending && rows.length === 0 ? <EmptyState /> : <ShortCards rows={rows} columns={columns} more={more} />}
        </Spin>
        <Pagination {...paging} simple align="center" style={{ marginBlock: 16 }} />
      </div>
    )
  return (
    <ScrollingTable<Row>
      rowKey="id"
      size="middle"
      loading={isPending}
      scroll={{ x: width }}
      {...(more ? { expandable: { expandedRowRender: more, rowExpandable: (row) => more(row) !== null } } : {})}
      dataSource={rows}
      locale={{ emptyText: isPending ? ' ' : <EmptyState /> }}
      pagination={paging}
      columns={columns}
    />
  )
}
