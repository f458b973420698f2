import { Alert, Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { FormField } from './fields.ts'
import type { Changed } from './merge-values.ts'
import { show } from './values.ts'

const SHORT = 80

interface Props {
  title: string
  changes: readonly Changed[]
  fields: readonly Pick<FormField, 'key' | 'label' | 'options'>[]
  onTake(change: Changed): void
}

/**
 * Lists what somebody else changed meanwhile, by field; for fields that both changed, their value can be taken. Scrolls into view when it
 * appears, because the form may be long and the button at its end.
 */
export function OthersChange({ title, changes, fields, onTake }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
    box.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={box} tabIndex={-1} style={{ marginBottom: 16 }}>
      <Alert
        type="warning"
        showIcon
        title={title}
        description={
          <ul>
            {changes.map((change) => {
              const field = fields.find((f) => f.key === change.key)
              return (
                <li key={change.key}>
                  {field?.label ?? change.key}：对方改为{textOf(field, change.theirs)}，{change.both ? '您填写的已保留' : '已填入'}
                  {change.both && (
                    <Button type="link" size="small" onClick={() => onTake(change)}>
                      用对方的
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        }
      />
    </div>
  )
}

function textOf(field: Pick<FormField, 'options'> | undefined, value: unknown): string {
  if (typeof value === 'boolean') return value ? '“是”' : '“否”'
  const options = Array.isArray(field?.options) ? field.options : []
  const text = show(options.find((option) => option.value === value)?.label ?? value)
  const plain = !Array.isArray(value) ? typeof value !== 'object' || value === null : value.every((one) => typeof one !== 'object')
  return plain && text.length <= SHORT ? `“${text}”` : '另一份内容'
}
