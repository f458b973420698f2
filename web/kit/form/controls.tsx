import { ConfigProvider, Input, Select, Switch } from 'antd'
import { lazy, Suspense } from 'react'
import { DATE_FORMAT_1, DATE_FORMAT_2, DATE_FORMAT_4 } from '../../../contract/constants.ts'
import type { ControlProps, SearchField } from './fields.ts'
import { NumberInput } from './number-input.tsx'
import type { Option } from '../choose/options.ts'
import { RadioGroup } from '../choose/radio-group.tsx'
import { useOptions } from '../choose/use-options.ts'

const DateInput = lazy(() => import('../date/date-input.tsx'))
const TreePicker = lazy(() => import('../choose/tree-picker.tsx'))
const RichText = lazy(() => import('../rich-text/rich-text.tsx'))
const UploadField = lazy(() => import('../upload/upload-field.tsx'))

/**
 * The control of a field, by its kind. Values are in wire form: text, numbers, ISO dates, lists of codes; never library objects. A form that
 * is only looked at (view-only.tsx) disables all of them.
 */
export function Control({ field, ...given }: ControlProps & { field: SearchField }) {
  const { componentDisabled } = ConfigProvider.useConfig()
  const props = { ...given, ...((given.disabled ?? componentDisabled) ? { disabled: true } : {}) }
  const { as: As, kind = 'text' } = field
  if (As) return <As {...props} placeholder={props.placeholder ?? field.placeholder ?? ''} />
  switch (kind) {
    case 'select':
    case 'multiSelect':
    case 'status':
      return <OptionSelect field={field} {...props} />
    case 'radio':
      return <RadioGroup source={field.options} {...props} />
    case 'tree':
      return (
        <Suspense fallback={<Input disabled aria-label={field.label} />}>
          <TreePicker {...props} source={field.options} {...(field.placeholder ? { placeholder: field.placeholder } : {})} />
        </Suspense>
      )
    case 'date':
    case 'dateTime':
    case 'month': {
      const format = field.format ?? (kind === 'date' ? DATE_FORMAT_1 : kind === 'month' ? DATE_FORMAT_4 : DATE_FORMAT_2)
      return (
        <Suspense fallback={<Input disabled aria-label={field.label} />}>
          <DateInput {...props} format={format} />
        </Suspense>
      )
    }
    case 'number':
    case 'money':
      return (
        <NumberInput
          {...plain(props)}
          what={field.label}
          value={props.value}
          onChange={(v) => props.onChange?.(v)}
          style={{ width: '100%' }}
          {...(kind === 'money' ? { decimals: 2, min: 0 } : {})}
          unit={field.unit}
          placeholder={field.placeholder ?? ''}
        />
      )
    case 'switch':
      return (
        <Switch
          id={props.id}
          disabled={props.disabled ?? false}
          checked={props.value === true || props.value === 1}
          onChange={(v) => props.onChange?.(v)}
          aria-label={props['aria-label'] ?? field.label}
        />
      )
    case 'longText':
      return (
        <Input.TextArea
          {...plain(props)}
          value={(props.value ?? '') as string}
          onChange={(e) => props.onChange?.(e.target.value)}
          autoSize={{ minRows: 3, maxRows: 10 }}
          {...(field.maxLength ? { count: { show: true, max: field.maxLength } } : {})}
          placeholder={field.placeholder ?? ''}
        />
      )
    case 'documents':
    case 'pictures':
    case 'file':
    case 'picture':
      return (
        <Suspense fallback={<Input disabled aria-label={field.label} />}>
          <UploadField {...props} kind={kind} {...(field.limit ? { limit: field.limit } : {})} />
        </Suspense>
      )
    case 'richText':
      return (
        <Suspense fallback={<Input.TextArea disabled rows={6} aria-label={field.label} />}>
          <RichText {...props} />
        </Suspense>
      )
    default:
      return (
        <Input
          {...plain(props)}
          value={(props.value ?? '') as string}
          onChange={(e) => props.onChange?.(e.target.value)}
          {...(field.maxLength ? { count: counted(field.maxLength) } : {})}
          placeholder={props.placeholder ?? field.placeholder ?? ''}
        />
      )
  }
}

/**
 * What is too long stays as it was typed or pasted, with the count beside it, and the rule of the field says the limit: nothing is cut. The
 * place of the count is always there, because a field that gets one while it is typed in loses the keyboard.
 */
const counted = (max: number) => ({ max, show: ({ count }: { count: number }) => (count > max ? `${count} / ${max}` : '') })

const plain = ({ id, onBlur, disabled, 'aria-label': label, 'aria-describedby': describedby, 'aria-invalid': invalid }: ControlProps) => ({
  ...(id ? { id } : {}),
  ...(onBlur ? { onBlur } : {}),
  ...(disabled ? { disabled } : {}),
  ...(label ? { 'aria-label': label } : {}),
  ...(describedby ? { 'aria-describedby': describedby } : {}),
  ...(invalid ? { 'aria-invalid': true } : {}),
})

/** Options from a dictionary or another source; the value 0 is kept (spec §3). */
export function OptionSelect({
  field,
  value,
  onChange,
  ...props
}: ControlProps & { field: Pick<SearchField, 'options' | 'kind' | 'placeholder' | 'label'> }) {
  const { options, loading, failed, retry } = useOptions(field.options)
  const many = field.kind === 'multiSelect'
  // An address holds text only: '0' matches the option 0.
  const match = (v: unknown): Option['value'] => options.find((o) => String(o.value) === String(v))?.value ?? (v as Option['value'])
  const current =
    value === '' || value === null || value === undefined
      ? undefined
      : many
        ? (Array.isArray(value) ? value : String(value).split(',')).map(match)
        : match(value)
  return (
    <Select
      {...plain(props)}
      value={current}
      onChange={(v) => onChange?.(v)}
      options={options as Option[]}
      loading={loading}
      allowClear
      style={{ width: '100%' }}
      {...(many ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={field.placeholder ?? '请选择'}
      notFoundContent={
        failed ? (
          <button type="button" onClick={retry}>
            选项加载失败，点此重试
          </button>
        ) : undefined
      }
    />
  )
}
