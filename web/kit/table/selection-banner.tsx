import { App, Button, Checkbox } from 'antd'
import { messages } from '../../../contract/messages.ts'
import { countChosen, nothing, type Selection } from './selection.ts'
import css from './table.module.css'

/** Something done to all chosen rows. `run` gets the selection and how many it counts. */
export interface BatchAction {
  label: string
  run: (selection: Selection, count: number, clear: () => void) => unknown
  danger?: true
  /** asked before it runs; without it only the count is asked */
  effect?: string
  /** `run` opens a dialog of its own and calls `clear` when it is done */
  ownQuestion?: true
}

interface Props {
  selection: Selection
  total: number
  onChange: (s: Selection) => void
  /** null: only named rows */
  onEverything: (() => void) | null
  batch: readonly BatchAction[]
  /** some rows of the list cannot be chosen; the server leaves them out too */
  someLocked: boolean
}

/** Always says how many rows are chosen, of this page or of all (ux.md §1.1 Select across pages). */
export function SelectionBanner({ selection, total, onChange, onEverything, batch, someLocked }: Props) {
  const { modal } = App.useApp()
  const count = countChosen(selection, total)
  const clear = () => onChange(nothing)
  const start = (a: BatchAction) =>
    a.ownQuestion
      ? void a.run(selection, count, clear)
      : void modal.confirm({
          title: `${a.label} ${count} 条？`,
          content: a.effect,
          okText: a.label,
          cancelText: messages.cancel,
          okButtonProps: { danger: a.danger === true },
          onOk: async () => {
            try {
              await a.run(selection, count, clear)
              clear()
            } catch {
              /* shown by the shared client */
            }
          },
        })
  return (
    <div className={css.banner} role="group" aria-label="选择">
      {onEverything && (
        <Checkbox
          checked={selection.all}
          indeterminate={selection.all && selection.except.length > 0}
          disabled={total === 0}
          onChange={(e) => (e.target.checked ? onEverything() : onChange(nothing))}
        >
          {messages.selectAllPages}
          {total > 0 && `（共 ${total} 条）`}
        </Checkbox>
      )}
      <span aria-live="polite" className={css.chosen}>
        已选 {count} 条
      </span>
      <Button type="link" size="small" onClick={() => onChange(nothing)}>
        清空选择
      </Button>
      {batch.length > 0 && <span className={css.bar} aria-hidden="true" />}
      {batch.map((a) => (
        <Button key={a.label} type="link" size="small" danger={a.danger === true} onClick={() => start(a)}>
          {a.label}
        </Button>
      ))}
      {selection.all && someLocked && <span className={css.note}>不可选的记录不会包含在内</span>}
    </div>
  )
}
