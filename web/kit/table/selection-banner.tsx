import { App, Button, Checkbox } from 'antd'
import { messages } from '../../../contract/messages.ts'
import { useOffered } from '../view-only.tsx'
import { countChosen, nothing, type Selection } from './selection.ts'
import css from './table.module.css'

/** An action on all selected rows. `run` gets the selection and its count. */
export interface BatchAction {
  label: string
  run: (selection: Selection, count: number, clear: () => void) => unknown
  danger?: true
  /** the effect, shown in the question; without it the question only gives the number */
  effect?: string
  /** `run` opens its own dialog and calls `clear` when done */
  ownQuestion?: true
}

interface Props {
  selection: Selection
  total: number
  onChange: (s: Selection) => void
  /** null: only named rows can be selected */
  onEverything: (() => void) | null
  batch: readonly BatchAction[]
  /** some rows of the list cannot be selected; the server excludes them too */
  someLocked: boolean
}

/** Always shows how many rows are selected, of this page or of all (ux.md §1.1 Select across pages). */
export function SelectionBanner({ selection, total, onChange, onEverything, batch, someLocked }: Props) {
  const { modal } = App.useApp()
  const offered = useOffered()
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
        <Button key={a.label} type="link" size="small" danger={a.danger === true} onClick={() => start(a)} {...offered}>
          {a.label}
        </Button>
      ))}
      {selection.all && someLocked && <span className={css.note}>不可选的记录不会包含在内</span>}
    </div>
  )
}
