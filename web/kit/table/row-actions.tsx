import { App, Button, Dropdown } from 'antd'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { messages } from '../../../contract/messages.ts'
import { Icon } from '../icons.tsx'
import css from './table.module.css'

/** What can be done with one row. `when` reads what the server says is allowed on it. */
export interface RowAction<Row> {
  label: string | ((row: Row) => string)
  when?: (row: Row) => boolean
  run?: (row: Row) => unknown
  to?: (row: Row) => string
  danger?: true
  /** asked before it runs: names the thing and the effect */
  ask?: (row: Row) => { title: string; effect?: string }
  /** where it is looked for here and done elsewhere: told instead of running */
  elsewhere?: (row: Row) => { title: string; text: ReactNode } | null
}

/** What is offered on a row: in the row itself, and behind 更多. */
function offeredOn<Row>(row: Row, actions: readonly RowAction<Row>[]) {
  const offered = actions.filter((a) => a.when?.(row) ?? true)
  const inline = offered.length <= 3 ? offered : offered.slice(0, 2)
  return { inline, rest: offered.slice(inline.length) }
}
const textOn = <Row,>(row: Row, a: RowAction<Row>) => (typeof a.label === 'function' ? a.label(row) : a.label)
/** The words that stand in the row, for the width of their column; 更多 with its mark. */
export function labelsOn<Row>(row: Row, actions: readonly RowAction<Row>[]): string[] {
  const { inline, rest } = offeredOn(row, actions)
  return [...inline.map((a) => textOn(row, a)), ...(rest.length > 0 ? ['更多　'] : [])]
}

/** Up to three actions stand in the row; more than that: two and 更多 (ux.md §3.4). */
export function RowActions<Row>({ row, actions, name }: { row: Row; actions: readonly RowAction<Row>[]; name: string }) {
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const { inline, rest } = offeredOn(row, actions)
  const text = (a: RowAction<Row>) => textOn(row, a)

  const run = async (a: RowAction<Row>) => {
    if (a.to) {
      void navigate(a.to(row))
      return
    }
    setBusy(true)
    // A refusal has been shown by the shared client; the row only becomes usable again.
    try {
      await a.run?.(row)
    } catch {
      /* shown */
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
    <span className={css.actions}>
      {inline.map((a) => (
        <Button
          key={text(a)}
          type="link"
          size="small"
          danger={a.danger === true}
          disabled={busy}
          onClick={() => start(a)}
          aria-label={`${text(a)}：${name}`}
        >
          {text(a)}
        </Button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map((a, i) => ({ key: String(i), label: text(a), danger: a.danger === true })),
            onClick: ({ key }) => {
              const a = rest[Number(key)]
              if (a) start(a)
            },
          }}
        >
          <Button type="link" size="small" disabled={busy} aria-label={`更多操作：${name}`}>
            更多
            <Icon name="more" size={12} />
          </Button>
        </Dropdown>
      )}
    </span>
  )
}
