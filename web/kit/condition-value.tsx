import { Input, InputNumber, Select, Switch } from 'antd'
import type { FieldChoice } from './condition.ts'

interface Props {
  field: FieldChoice | undefined
  op: string
  value: unknown
  onChange(value: unknown): void
}
const WIDE = { width: 220, maxWidth: '100%' } as const

/** The value a condition compares with, as the field's type asks for it: switch, choice, choices, number, text (several with commas). */
export function ConditionValue({ field, op, value, onChange }: Props) {
  const list = op === 'in' || op === 'notIn'
  const shared = { style: WIDE, 'aria-label': '值' }
  if (field?.type === 'score') return null
  if (field?.type === 'boolean')
    return <Switch checked={value === true} checkedChildren="是" unCheckedChildren="否" aria-label="值" onChange={onChange} />
  if (field?.options)
    return (
      <Select
        {...shared}
        {...(list ? { mode: 'multiple' as const } : {})}
        value={value as never}
        onChange={onChange}
        options={field.options}
        showSearch={{ optionFilterProp: 'label' }}
      />
    )
  if (field?.type === 'number' || field?.type === 'integer')
    return (
      <InputNumber
        {...shared}
        value={typeof value === 'number' ? value : null}
        addonAfter={field.unit === 'ratio' ? '（小数，5% 写 0.05）' : (field.unit ?? undefined)}
        onChange={(v) => onChange(v ?? undefined)}
      />
    )
  const text = Array.isArray(value) ? value.join('，') : typeof value === 'string' ? value : ''
  return <Input {...shared} value={text} onChange={(e) => onChange(list ? e.target.value.split(/[,，]/) : e.target.value)} />
}
