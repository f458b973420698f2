import { Button } from 'antd'
import type { ReactNode } from 'react'
import { ColumnChooser } from './column-chooser.tsx'
import type { ColumnDelta } from './column-settings.ts'
import type { Field } from '../form/fields.ts'
import { Icon } from '../icons.tsx'
import type { ListShape, ListState } from './list-state.ts'
import { SavedViews } from './saved-views.tsx'
import css from './table.module.css'
import { useNarrow } from '../use-media.ts'

interface Props<Row> {
  /** name of the table */
  name: string
  shape: ListShape
  /** actions on the selected rows; null: none is selected */
  banner: ReactNode
  tools: ReactNode
  refreshing: boolean
  onRefresh: () => void
  state: ListState
  onState: (change: Partial<ListState>) => void
  columns: readonly Field<Row>[]
  /** the title column, which is always shown */
  title: Field<Row> | undefined
  settings: { delta: ColumnDelta; save: (delta: ColumnDelta) => void; reset: () => void }
}

/** The line above a table: the tools of the list, or instead the actions on selected rows, so that the table does not move. */
export function TableTools<Row>({
  name,
  shape,
  banner,
  tools,
  refreshing,
  onRefresh,
  state,
  onState,
  columns,
  title,
  settings,
}: Props<Row>) {
  const narrow = useNarrow()
  const { delta, save, reset } = settings
  return (
    <div className={css.tools}>
      {banner}
      {/* Hidden, not unmounted: an open dialog of a tool keeps its state. */}
      <div className={css.toolGroup} hidden={banner !== null}>
        {tools}
      </div>
      <div className={css.toolGroup} data-print="hide">
        <Button icon={<Icon name="refresh" />} loading={refreshing} onClick={onRefresh}>
          刷新
        </Button>
        <SavedViews
          table={name}
          shape={shape}
          columns={columns}
          state={state}
          delta={delta}
          onSave={save}
          onOpen={({ filters, sort }) => onState({ filters: { ...filters }, sort })}
        />
        {!narrow && (
          <ColumnChooser
            columns={columns.map((f) => ({
              key: f.key,
              label: f.label,
              ...(f.hidden ? { hidden: true } : {}),
              ...(f.width ? { width: f.width } : {}),
              fixed: f === title,
            }))}
            delta={delta}
            onChange={save}
            onReset={reset}
          />
        )}
      </div>
    </div>
  )
}
