import { Table } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { TABLE_HEIGHT, TABLE_VARIANT_HEIGHT, TABLE_VARIANT_MARGIN } from '../../../contract/constants.ts'
import { Cell } from './cell.tsx'
import { arrange, widened, type Density } from './column-settings.ts'
import { on, valueOf, type Field } from '../form/fields.ts'
import { hasFilters, lastPage, listQuery, type ListShape } from './list-state.ts'
import { actionsWidth } from './fitted-widths.ts'
import { ListError } from './list-error.tsx'
import { useListPlace } from './list-place.ts'
import { OnlyInHead } from './only-in-head.tsx'
import { labelsOn, RowActions, type RowAction } from './row-actions.tsx'
import { SelectionBanner, type BatchAction } from './selection-banner.tsx'
import { choose, countChosen, everything, isChosen, nothing, type RowKey, type Selection } from './selection.ts'
import { ShownColumns } from './shown-columns.ts'
import { TableCards } from './table-cards.tsx'
import { tableColumns, type Variant } from './table-columns.tsx'
import { TableFoot } from './table-foot.tsx'
import { moneyTotals } from './money-totals.ts'
import { boneRows, CardBones, EmptyState } from './table-states.tsx'
import css from './table.module.css'
import { TableTools } from './table-tools.tsx'
import { useColumnSettings } from './use-column-settings.ts'
import { useListAddress, useListPage, type ListQuery } from './use-list.ts'
import { useLasting, useMedia, useNarrow } from '../use-media.ts'
import { labelOf } from '../choose/options.ts'
import { useFieldOptions } from '../choose/use-options.ts'
import { useScrollFocus } from './use-scroll-focus.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useWidth } from '../use-width.ts'

export interface RowsTableProps<Row> {
  /** name of the list: for cache, column settings and `useRefreshList(name)` */
  name: string
  fields: readonly Field<Row>[]
  load: (query: ListQuery) => Promise<unknown>
  /** what `load` asks besides the address; other rows are loaded when it changes */
  about?: string
  shape: ListShape
  keyOf?: (row: Row) => RowKey
  actions?: readonly RowAction<Row>[]
  /** rows can be selected for these batch actions; `can` tells which rows, `noEverything` that the server accepts only named rows */
  choosing?: { batch: readonly BatchAction[]; can?: (row: Row) => boolean; noEverything?: true }
  /** buttons of the list, left of the tools */
  tools?: ReactNode
  /** shown when there is no data at all: what to do first */
  first?: ReactNode
  /** page: height 620 · panel: height 591, keeps 100 from the window's edge, action column 100 (spec §9) */
  variant?: Variant
  /** offers 显示全部: up to 9000 rows at once; the endpoint must allow this page size */
  showAll?: true
}

const sizes: Record<Density, 'large' | 'medium' | 'small'> = { loose: 'large', middle: 'medium', compact: 'small' }
const HEAD = 46

/**
 * The generic paged table (spec §2, §9) for any `load`; `PagedTable` is the one for an endpoint. Page, size, order and filters are in the
 * address; the selection spans pages; columns are personal; below 768 px the rows are cards. Reads every paging shape of spec §3.
 */
export function RowsTable<Row extends object>({
  name,
  fields,
  load,
  about,
  shape,
  keyOf = idOf,
  actions,
  choosing,
  tools,
  first,
  variant = 'page',
  showAll,
}: RowsTableProps<Row>) {
  const { state, change } = useListAddress(shape)
  const query = useListPage<Row>(name, state, load, about)
  const { delta, save, reset, waiting: arranging } = useColumnSettings(name)
  const [selection, setSelection] = useState<Selection>(nothing)
  const narrow = useNarrow()
  const tall = useMedia('(min-height: 900px)')
  const box = useRef<HTMLDivElement>(null)
  useRowKeys(box)
  const room = useWidth(box)
  useListPlace(name, JSON.stringify([listQuery(state), about]), box, query.data !== undefined)
  useScrollFocus(box)

  const shipped = on(fields, 'table')
  const shown = arrange(shipped, delta).filter((f) => f.visible)
  const options = useFieldOptions(shipped)
  const rows = query.data?.list ?? []
  const total = query.data?.total ?? 0
  const waiting = useLasting(query.isPending || arranging, 200)
  const slow = useLasting(query.isPending || query.isPlaceholderData, 8000)
  const stale = useLasting(query.isPlaceholderData, 200)

  const filterText = JSON.stringify(state.filters)
  useEffect(() => setSelection(nothing), [filterText, about])
  useEffect(() => {
    if (query.data && !query.isPlaceholderData && rows.length === 0 && total > 0 && state.page > lastPage(total, state.pageSize))
      change({ page: lastPage(total, state.pageSize) }, () => true)
  })

  const titleField = shipped.find((f) => f.card === 'title') ?? shipped[0]
  const nameOf = (row: Row) => (titleField ? labelOf(options[titleField.key] ?? [], valueOf(row, titleField.key)) : '')
  const cell = (field: Field<Row>, row: Row) => <Cell field={field} row={row} options={options[field.key] ?? []} />
  const serial = (i: number) => (query.data?.from ?? 0) + i + 1
  const canChoose = (row: Row) => choosing?.can?.(row) ?? true
  const locked = rows.filter((r) => !canChoose(r)).map(keyOf)
  const chosenHere = rows.filter((r) => canChoose(r) && isChosen(selection, keyOf(r))).map(keyOf)
  // Rows that cannot be selected are excluded from "everything" as soon as they are loaded.
  if (selection.all && locked.some((k) => isChosen(selection, k))) setSelection(choose(selection, locked, false))
  const actionsOf = (row: Row) => (actions ? <RowActions row={row} actions={actions} name={nameOf(row)} /> : null)

  const bones = (query.isPending || arranging) && waiting
  const { columns, width } = tableColumns<Row>({
    fields: shown,
    sort: state.sort,
    onWidth: (key, width) => save(widened(delta, key, width)),
    serial,
    cell,
    actions: actions ? actionsOf : null,
    variant,
    bones,
    selectable: choosing !== undefined,
    actionsWidth: actionsWidth(
      actions ? rows.map((row) => labelsOn(row, actions)) : [],
      document.documentElement.dataset.elder === '1' ? 18 : 14,
    ),
    room,
  })
  const height =
    variant === 'panel' ? `min(${TABLE_VARIANT_HEIGHT - HEAD}px, calc(100dvh - ${TABLE_VARIANT_MARGIN + HEAD}px))` : TABLE_HEIGHT - HEAD
  const many = rows.length > 200
  const clear = () => change({ filters: {} })
  const startAnew = () => change({ filters: {}, sort: null, page: 1 })
  const empty = <EmptyState onClear={hasFilters(state) ? clear : undefined} first={first} />
  const failed = query.isError && <ListError error={query.error} shape={shape} onClear={startAnew} onRetry={() => void query.refetch()} />
  return (
    <div className={css.box} ref={box} data-rows={name} aria-busy={query.isFetching}>
      <TableTools
        name={name}
        shape={shape}
        banner={
          choosing && countChosen(selection, total) > 0 ? (
            <SelectionBanner
              selection={selection}
              total={total}
              batch={choosing.batch}
              someLocked={choosing.can !== undefined}
              onChange={setSelection}
              onEverything={choosing.noEverything ? null : () => setSelection(everything(state.filters, locked))}
            />
          ) : null
        }
        tools={<ShownColumns value={shown}>{tools}</ShownColumns>}
        refreshing={query.isFetching && !query.isPending}
        onRefresh={() => void query.refetch()}
        state={state}
        onState={change}
        columns={shipped}
        title={titleField}
        settings={{ delta, save, reset }}
      />
      {failed && !query.data ? (
        failed
      ) : narrow ? (
        <div className={stale ? css.stale : undefined}>
          {bones && <CardBones />}
          {query.data && rows.length === 0 && empty}
          <TableCards
            rows={rows}
            keyOf={keyOf}
            fields={shown}
            cell={cell}
            actions={actionsOf}
            serial={serial}
            nameOf={nameOf}
            choosing={
              choosing
                ? {
                    isChosen: (r) => isChosen(selection, keyOf(r)),
                    canChoose,
                    onChoose: (r, yes) => setSelection((s) => choose(s, [keyOf(r)], yes)),
                  }
                : null
            }
          />
        </div>
      ) : (
        <Table<Row>
          className={stale ? css.stale! : ''}
          size={sizes[delta.density ?? 'middle']}
          rowKey={bones ? (row) => `bone-${(row as { bone?: number }).bone}` : keyOf}
          columns={columns}
          dataSource={bones ? boneRows<Row>(Math.min(state.pageSize, 10)) : [...rows]}
          pagination={false}
          tableLayout="fixed"
          virtual={rows.length > 200}
          scroll={{ x: width, ...(many ? { y: TABLE_HEIGHT - HEAD } : tall ? { y: height } : {}) }}
          sticky={!tall && !many ? { offsetHeader: 56 } : false}
          onRow={() => ({ tabIndex: -1 })}
          onChange={(_page, _filters, sorter) => {
            const one = Array.isArray(sorter) ? sorter[0] : sorter
            const key = shown.find((f) => f.key === one?.columnKey)?.sortable
            change({ sort: one?.order && key ? `${one.order === 'descend' ? '-' : ''}${key}` : null })
          }}
          locale={{ emptyText: query.isPending ? <span className={css.slow}>&nbsp;</span> : empty }}
          {...(choosing && !bones
            ? {
                rowSelection: {
                  columnWidth: 48,
                  fixed: 'start' as const,
                  selectedRowKeys: chosenHere,
                  getCheckboxProps: (row: Row) => ({ disabled: !canChoose(row), 'aria-label': `选择 ${nameOf(row)}` }),
                  getTitleCheckboxProps: () => ({ 'aria-label': '选择本页' }),
                  columnTitle: (box: ReactNode) => <OnlyInHead>{box}</OnlyInHead>,
                  onChange: (keys: React.Key[]) => {
                    const now = keys as RowKey[]
                    setSelection((s) =>
                      choose(
                        choose(
                          s,
                          chosenHere.filter((k) => !now.includes(k)),
                          false,
                        ),
                        now.filter((k) => !chosenHere.includes(k)),
                        true,
                      ),
                    )
                  },
                },
              }
            : {})}
        />
      )}
      {slow && (
        <p className={css.slow} role="status">
          仍在加载
        </p>
      )}
      {query.data && failed}
      <TableFoot sums={moneyTotals(shown, rows)} state={state} total={total} narrow={narrow} showAll={showAll === true} onChange={change} />
    </div>
  )
}

const idOf = (row: object): RowKey => (row as { id: RowKey }).id
