import { Radio } from 'antd'
import { messages } from '../../../contract/messages.ts'
import { sameValue } from './cascade.ts'
import css from './choosing.module.css'
import type { ControlProps, OptionSource } from '../form/fields.ts'
import type { Option } from './options.ts'
import { useOptions } from './use-options.ts'

/** One of a few options, all visible (spec §2). An address holds text only: '0' matches the option 0. */
export function RadioGroup({ source, value, onChange, ...props }: ControlProps & { source: OptionSource | undefined }) {
  const { options, loading, failed, retry } = useOptions(source)
  if (failed)
    return (
      <button type="button" className={css.retry} onClick={retry}>
        {messages.fallsRetry}
      </button>
    )
  if (options.length === 0)
    return (
      <span className={css.hint} role="status">
        {loading ? messages.fallsLoading : messages.fallsEmpty}
      </span>
    )
  return (
    <Radio.Group
      {...(props.id ? { id: props.id } : {})}
      aria-label={props['aria-label']}
      {...(props.disabled ? { disabled: true } : {})}
      value={options.find((o) => sameValue(o.value, value))?.value ?? value}
      onChange={(e) => onChange?.(e.target.value)}
      options={options as Option[]}
    />
  )
}
