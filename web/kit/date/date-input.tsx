import { DatePicker, TimePicker } from 'antd'
import type { Dayjs } from 'dayjs'
import type { KeyboardEvent, ReactNode } from 'react'
import { DATE_FORMAT_2, DATE_FORMAT_4, DATE_FORMAT_6 } from '../../../contract/constants.ts'
import { displayPattern, hasDay, readDate, showDate, typedPatterns, writeDate, type DateFormat } from './date-format.ts'
import type { ControlProps } from '../form/fields.ts'

interface Props extends ControlProps {
  format: DateFormat
  impossible?: (day: Dayjs) => boolean
}

/** A date or time in one of the seven formats; the value is text. It can be typed: 2026-3-1, 2026/03/01, 20260301, 2026年3月1日. */
export default function DateInput({ format, value, onChange, impossible, placeholder, ...props }: Props) {
  const common = {
    ...(props.id ? { id: props.id } : {}),
    value: readDate(value as string | null | undefined, format),
    onChange: (at: Dayjs | null) => onChange?.(at ? writeDate(at, format) : null),
    ...(props.onBlur ? { onBlur: props.onBlur } : {}),
    ...(props.disabled ? { disabled: true } : {}),
    placeholder: placeholder || displayPattern(format).replace('HH', '时').replace('mm', '分').replace('ss', '秒'),
    style: { width: '100%' },
    'aria-label': props['aria-label'],
    'aria-describedby': props['aria-describedby'],
    needConfirm: false,
  }
  if (!hasDay(format) && format !== 'DD')
    return (
      <Choosing>
        <TimePicker {...common} format={displayPattern(format)} />
      </Choosing>
    )
  const shown =
    format === DATE_FORMAT_6 ? [(at: Dayjs) => showDate(writeDate(at, format), format), ...typedPatterns(format)] : typedPatterns(format)
  return (
    <Choosing>
      <DatePicker
        {...common}
        format={shown as string[]}
        {...(impossible ? { disabledDate: impossible } : {})}
        {...(format === DATE_FORMAT_4 ? { picker: 'month' as const } : {})}
        {...(format === DATE_FORMAT_2 ? { showTime: { format: 'HH:mm' } } : {})}
      />
    </Choosing>
  )
}

/** Enter takes the typed or highlighted date; without this the key would also submit the surrounding form. */
const keepForm = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
const Choosing = ({ children }: { children: ReactNode }) => (
  <div role="presentation" onKeyDown={keepForm}>
    {children}
  </div>
)
