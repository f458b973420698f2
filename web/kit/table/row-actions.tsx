import { App, Button, Dropdown } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { messages } from '../../../contract/messages.ts'
import { Icon } from '../icons.tsx'
import { useViewOnly } from '../view-only.tsx'
import css from './table.module.css'

/** An action on one row. `when` reads what the server allows on it. It either changes something (`run`) or shows something (`open`, `to`). */
export interface RowAction<Row> {
  label: string | ((row: Row) => string)
  when?: (row: Row) => boolean
  /** changes something on the server, or fetches a file: disabled while somebody only looks */
  run?: (row: Row) => Promise<unknown>
  /** opens a dialog, a drawer or another page */
  open?: (row: Row) => unknown
  to?: (row: Row) => string
  danger?: true
  /** offered, but not possible on this row, such as 上移 on the first */
  disabled?: (row: Row) => boolean
  /** the question before it runs: names the thing and the effect */
  ask?: (row: Row) => { title: string; effect?: string }
  /** for an action that users look for here but that is done elsewhere, or after something else: says so, instead of running */
  elsewhere?: (row: Row) => { title: string; text: ReactNode } | null
}

/** The actions of a row: the direct ones, and those behind 更多. */
function offeredOn<Row>(row: Row, actions: readonly RowAction<Row>[]) {
  const offered = actions.filter((a) => a.when?.(row) ?? true)
  const inline = offered.length <= 3 ? offered : offered.slice(0, 2)
  return { inline, rest: offered.slice(inline.length) }
}
const textOn = <Row,>(row: Row, a: RowAction<Row>) => (typeof a.label === 'function' ? a.label(row) : a.label)
/** The labels of the direct actions, including 更多 with its icon, for the column width. */
export function labelsOn<Row>(row: Row, actions: readonly RowAction<Row>[]): string[] {
  const { inline, rest } = offeredOn(row, actions)
  return [...inline.map((a) => textOn(row, a)), ...(rest.length > 0 ? ['更多　'] : [])]
}

/** Up to three actions are direct; with more, two and 更多 (ux.md §3.4). */
export function RowActions<Row>({ row, actions, name }: { row: Row; actions: readonly RowAction<Row>[]; name: string }) {
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [listed, setListed] = useState(false)
  const { inline, rest } = offeredOn(row, actions)
  const text = (a: RowAction<Row>) => textOn(row, a)
  const viewOnly = useViewOnly()
  const isHeld = (a: RowAction<Row>) => viewOnly !== null && (a.run !== undefined || a.danger === true || a.ask !== undefined)
  const isOff = (a: RowAction<Row>) => isHeld(a) || (a.disabled?.(row) ?? false)

  const all = useRef<HTMLSpanElement>(null)
  const pressed = useRef<Element>(null)
  // A button that waits is disabled, and the browser takes the focus from it: the next 上移 would begin at the top of the page.
  useEffect(() => {
    const last = pressed.current
    if (busy || !last) return
    pressed.current = null
    if (document.activeElement !== document.body) return
    const next =
      last instanceof HTMLButtonElement && last.isConnected && !last.disabled ? last : all.current?.querySelector('button:enabled')
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  }, [busy])

  const run = async (a: RowAction<Row>) => {
    if (a.to) {
      void navigate(a.to(row))
      return
    }
    if (a.open) {
      a.open(row)
      return
    }
    pressed.current = document.activeElement
    setBusy(true)
    // The shared client has shown a refusal; only re-enable the row.
    try {
      await a.run?.(row)
    } catch {
      /* the call has shown its error */
    } finally {
      setBusy(false)
    }
  }
  const start = (a: RowAction<Row>) => {
    const told = a.elsewhere?.(row)
    if (told) {
      modal.info({ title: told.title, content: told.text, okText: '知道了' })
      return
    }
    const question = a.ask?.(row)
    if (!question) {
      void run(a)
      return
    }
    modal.confirm({
      title: question.title,
      content: question.effect,
      okText: text(a),
      cancelText: messages.cancel,
      okButtonProps: { danger: a.danger === true },
      onOk: () => run(a),
    })
  }

  return (
    <span className={css.actions} ref={all}>
      {inline.map((a) => (
        <Button
          key={text(a)}
          type="link"
          size="small"
          danger={a.danger === true}
          disabled={busy || isOff(a)}
          {...(isHeld(a) ? { title: viewOnly! } : {})}
          onClick={() => start(a)}
          aria-label={`${text(a)}：${name}`}
        >
          {text(a)}
        </Button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          open={listed}
          onOpenChange={setListed}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that was opened has the focus at its first entry, where the arrow keys begin
          autoFocus
          menu={{
            items: rest.map((a, i) => ({ key: String(i), label: text(a), danger: a.danger === true, disabled: isOff(a) })),
            onClick: ({ key, domEvent }) => {
              // The key that chose the entry would otherwise also press the button of the question, which has the focus by then.
              domEvent.preventDefault()
              const a = rest[Number(key)]
              if (a) start(a)
            },
          }}
        >
          <Button
            type="link"
            size="small"
            disabled={busy}
            aria-label={`更多操作：${name}`}
            aria-haspopup="menu"
            aria-expanded={listed}
            onKeyDown={(e) => {
              if (e.key !== 'ArrowDown' || listed) return
              e.preventDefault()
              setListed(true)
            }}
          >
            更多
            <Icon name="more" size={12} />
          </Button>
        </Dropdown>
      )}
    </span>
  )
}
