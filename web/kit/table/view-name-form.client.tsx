import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { VIEW_NAME_TAKEN, viewName } from '../../../contract/table-setting.ts'
import css from './table.module.css'

interface Props {
  /** the present name */
  name: string
  /** the names of the other views */
  others: readonly string[]
  onSave: (name: string) => void
  onCancel: () => void
}

/** Another name for a view, in its row: Enter saves, Esc leaves it as it was. */
export default function ViewNameForm({ name, others, onSave, onCancel }: Props) {
  const [text, setText] = useState(name)
  const [fault, setFault] = useState('')
  const faultId = useId()
  const save = () => {
    const read = viewName.safeParse(text)
    if (!read.success) return setFault(read.error.issues[0]!.message)
    if (others.includes(read.data)) return setFault(VIEW_NAME_TAKEN)
    onSave(read.data)
  }
  return (
    <div
      role="presentation"
      className={css.viewRename}
      onKeyDown={(e) => {
        if (e.key !== 'Escape') return
        // The panel stays open.
        e.preventDefault()
        e.stopPropagation()
        onCancel()
      }}
    >
      <form
        onSubmit={(e) => {
          e.preventDefault()
          save()
        }}
      >
        <div className={css.toolGroup}>
          <Input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
            autoFocus
            value={text}
            aria-label={`视图“${name}”的新名称`}
            aria-invalid={fault !== ''}
            {...(fault ? { 'aria-describedby': faultId, status: 'error' as const } : {})}
            onFocus={(e) => e.target.select()}
            onChange={(e) => {
              setText(e.target.value)
              setFault('')
            }}
            style={{ flex: 1 }}
          />
          <Button type="primary" size="small" htmlType="submit">
            改名
          </Button>
          <Button size="small" onClick={onCancel}>
            取消
          </Button>
        </div>
        {fault && (
          <p id={faultId} role="alert" className="field-error">
            {fault}
          </p>
        )}
      </form>
    </div>
  )
}
