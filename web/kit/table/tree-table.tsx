import { useQuery, type QueryKey } from '@tanstack/react-query'
import { Table, type TableColumnsType } from 'antd'
import { useMemo, useState } from 'react'
import type { OrderEnds } from '../../../contract/order-ends.ts'
import { EmptyState, ErrorState } from './table-states.tsx'
import { useNarrow } from '../use-media.ts'

interface Row {
  id: number
  parentId: number | null
}
/** `ends` of its level */
export type Branch<R extends Row> = R & { children?: Branch<R>[]; ends: OrderEnds }

interface Props<R extends Row> {
  queryKey: QueryKey
  load: () => Promise<{ list: R[] }>
  columns: TableColumnsType<Branch<R>>
  first: string
  width: number
  /** what a row is called, for the button that folds its branch */
  nameOf: (row: Branch<R>) => string
  /** class of a row, such as a dimmed one */
  rowClass?: (row: Branch<R>) => string
}

/** A tree of a few hundred rows, loaded at once and shown expanded. A folded branch opens again when it gets another row. */
export function TreeTable<R extends Row>({ queryKey, load, columns, first, width, nameOf, rowClass }: Props<R>) {
  const narrow = useNarrow()
  const read = useQuery({ queryKey, queryFn: load, retry: false })
  const list = read.data?.list
  /** the folded branches, each with its number of rows when it was folded */
  const [folded, setFolded] = useState<ReadonlyMap<number, number>>(new Map())
  const tree = useMemo(() => branches(list ?? [], null), [list])
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  return (
    <Table<Branch<R>>
      rowKey="id"
      {...(rowClass ? { rowClassName: rowClass } : {})}
      size="middle"
      loading={read.isPending}
      pagination={false}
      dataSource={tree}
      expandable={{
        expandedRowKeys: unfolded(tree, folded),
        expandIcon: ({ expanded, expandable, onExpand, record, prefixCls }) => (
          <button
            type="button"
            className={`${prefixCls}-row-expand-icon ${prefixCls}-row-expand-icon-${!expandable ? 'spaced' : expanded ? 'expanded' : 'collapsed'}`}
            aria-label={`${expanded ? '收起' : '展开'} ${nameOf(record)}`}
            aria-expanded={expanded}
            onClick={(e) => onExpand(record, e)}
          />
        ),
        onExpand: (open, { id, children = [] }) =>
          setFolded((now) => new Map([...now].filter(([key]) => key !== id).concat(open ? [] : [[id, children.length]]))),
      }}
      {...(narrow ? {} : { scroll: { x: width } })}
      locale={{ emptyText: read.isPending ? ' ' : <EmptyState first={first} /> }}
      columns={columns}
    />
  )
}

const unfolded = <R extends Row>(tree: readonly Branch<R>[], folded: ReadonlyMap<number, number>): number[] =>
  tree.flatMap(({ id, children = [] }) => [
    ...(children.length > 0 && children.length > (folded.get(id) ?? 0) ? [id] : []),
    ...unfolded(children, folded),
  ])

const branches = <R extends Row>(list: readonly R[], parentId: number | null): Branch<R>[] =>
  list
    .filter((row) => row.parentId === parentId)
    .map((row, i, level) => {
      const children = branches(list, row.id)
      return { ...row, ends: { first: i === 0, last: i === level.length - 1 }, ...(children.length > 0 ? { children } : {}) }
    })
