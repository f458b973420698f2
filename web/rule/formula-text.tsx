import { Input } from 'antd'
import { useRef, useState, type ComponentRef } from 'react'
import type { FieldChoice } from './condition.ts'
import { fieldGroups, FieldSelect } from './field-select.tsx'
import { formulaAsKept, formulaAsRead } from './formula-words.ts'
import styles from './condition-editor.module.css'

/** A formula shown with the labels of fields; the rule stores their keys. */
export function FormulaText({
  value,
  label,
  placeholder,
  maxLength,
  fields,
  onChange,
}: {
  value: string
  label: string
  placeholder: string
  maxLength: number
  fields: ReadonlyMap<string, FieldChoice>
  onChange(text: string): void
}) {
  const box = useRef<ComponentRef<typeof Input.TextArea>>(null)
  // Typed text is shown unchanged, so that the caret does not move.
  const [typed, setTyped] = useState<{ text: string; kept: string } | null>(null)
  const shown = typed && typed.kept === value ? typed.text : formulaAsRead(value, fields)
  const put = (text: string) => {
    const kept = formulaAsKept(text, fields)
    setTyped({ text, kept })
    onChange(kept)
  }
  const insert = (key: string) => {
    const area = box.current?.resizableTextArea?.textArea
    const at = area?.selectionStart ?? shown.length
    const name = formulaAsRead(key, fields)
    put(`${shown.slice(0, at)}${name}${shown.slice(area?.selectionEnd ?? at)}`)
    requestAnimationFrame(() => {
      area?.focus()
      area?.setSelectionRange(at + name.length, at + name.length)
    })
  }
  const usable = [...fields.values()].filter(({ type }) => type !== 'score' && type !== 'rows')
  return (
    <div className={styles.formula}>
      <Input.TextArea
        ref={box}
        aria-label={label}
        placeholder={placeholder}
        value={shown}
        maxLength={maxLength}
        autoSize={{ minRows: 2, maxRows: 8 }}
        onChange={(e) => put(e.target.value)}
      />
      <FieldSelect
        width={320}
        value={undefined}
        label="插入企业信息"
        placeholder="插入企业信息"
        groups={fieldGroups(usable)}
        onChange={insert}
      />
    </div>
  )
}
