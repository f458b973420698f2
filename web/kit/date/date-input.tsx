import { DatePicker, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import {
  createContext,
  useContext,
  useRef,
  useState,
  type ComponentProps,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
} from 'react'
import { DATE_FORMAT_2, DATE_FORMAT_4, DATE_FORMAT_6 } from '../../../contract/constants.ts'
import { besideOf } from './calendar-place.ts'
import { dateExample, displayPattern, hasDay, readDate, readTyped, showDate, writeDate, type DateFormat } from './date-format.ts'
import type { ControlProps } from '../form/fields.ts'
import css from '../form/form.module.css'

interface Props extends ControlProps {
  format: DateFormat
  impossible?: (day: Dayjs) => boolean
  /** the end of a period: a day typed or chosen without an hour lasts until its end */
  ends?: boolean
}

/**
 * A date or time in one of the seven formats; the value is text. It can be typed: 2026-3-1, 2026/03/01, 20260301, 2026年3月1日. The picker
 * itself knows only the full notation, because it writes the date anew as soon as it can read one: 2026-12-2 became 2026-12-02 before the
 * last digit of 2026-12-20 was typed. The other notations are read when the field is left or Enter is pressed. A text that is no date stays
 * in the field, is told there, and is handed on as it is, so that the schema of a form refuses it.
 */
export default function DateInput({ format, value, onChange, impossible, ends = false, placeholder, ...props }: Props) {
  const typed = useRef<string>(undefined)
  const [editing, setEditing] = useState(false)
  // A search drops a text that is no date, so the value alone does not tell it.
  const [refused, setRefused] = useState<string>()
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const [beside, setBeside] = useState<number | null>(null)
  const at = readDate(value as string | null | undefined, format)
  const unread = at || editing ? undefined : (refused ?? (typeof value === 'string' && value ? value : undefined))
  const hand = (next: string | null, unreadable?: string) => {
    typed.current = undefined
    setEditing(false)
    setRefused(unreadable)
    if (next !== (at ? writeDate(at, format) : (value ?? null))) onChange?.(next)
  }
  const read = () => {
    const text = typed.current?.trim()
    if (text === undefined) return
    const stored = readTyped(text, format, ends)
    const day = stored === null ? null : readDate(stored, format)
    if (text === '') hand(null)
    else if (day && !impossible?.(day)) hand(stored)
    else hand(text, text)
  }
  const onOpenChange = (next: boolean) => {
    const field = next ? box.current?.getBoundingClientRect() : undefined
    if (field) setBeside(besideOf(field, { width: innerWidth, height: innerHeight }, format === DATE_FORMAT_2 ? 'hour' : 'day'))
    setOpen(next)
  }
  const events = {
    onInput: (event: { target: EventTarget }) => {
      if (!(event.target instanceof HTMLInputElement)) return
      typed.current = event.target.value
      setEditing(true)
    },
    onBlur: (event: FocusEvent) => {
      if (event.target instanceof HTMLInputElement) read()
    },
    // Enter takes the typed or highlighted date; without this the key would also submit the surrounding form.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
      event.preventDefault()
      // What was typed is complete. The picker itself closes for its own notation only, and would cover the next field or the button. It
      // hands on the date that it holds as it closes, so it has to be given the new one before.
      if (typed.current !== undefined) requestAnimationFrame(() => setOpen(false))
      read()
    },
  }
  const common = {
    ...(props.id ? { id: props.id } : {}),
    value: at,
    onChange: (chosen: Dayjs | null) => hand(chosen ? writeDate(chosen, format) : null),
    ...(props.onBlur ? { onBlur: props.onBlur } : {}),
    ...(props.disabled ? { disabled: true } : {}),
    ...(unread === undefined ? {} : { status: 'error' as const }),
    placeholder: placeholder || displayPattern(format).replace('HH', '时').replace('mm', '分').replace('ss', '秒'),
    style: { width: '100%' },
    'aria-label': props['aria-label'],
    'aria-describedby': props['aria-describedby'],
    components: { input: TypedInput },
    needConfirm: false,
    open,
    onOpenChange,
    classNames: { popup: { root: beside === null ? css.calendar! : `${css.calendar} ${css.beside}` } },
    ...(beside === null ? {} : { styles: { popup: { root: { '--beside': `${beside}px` } as CSSProperties } } }),
  }
  return (
    <Unread value={unread}>
      <div role="presentation" ref={box} {...events}>
        {!hasDay(format) && format !== 'DD' ? (
          <TimePicker {...common} format={displayPattern(format)} />
        ) : (
          <DatePicker
            {...common}
            format={
              format === DATE_FORMAT_6 ? [(day: Dayjs) => showDate(writeDate(day, format), format), 'YYYY-MM-DD'] : displayPattern(format)
            }
            {...(impossible ? { disabledDate: impossible } : {})}
            {...(format === DATE_FORMAT_4 ? { picker: 'month' as const } : {})}
            {...(format === DATE_FORMAT_2
              ? { showTime: { format: 'HH:mm', ...(ends ? { defaultOpenValue: dayjs().endOf('day') } : {}) } }
              : {})}
          />
        )}
        {unread !== undefined && (
          <p className={css.unread} role="alert">
            “{unread}”不能用，请填写{hasDay(format) ? '存在且可选的日期' : '时间'}，如 {dateExample(format)}
          </p>
        )}
      </div>
    </Unread>
  )
}

const Unread = createContext<string | undefined>(undefined)

/** The field of the picker, which itself shows nothing for a text that is no date. */
function TypedInput(props: ComponentProps<'input'>) {
  const unread = useContext(Unread)
  return <input {...props} {...(unread === undefined || props.value ? {} : { value: unread, 'aria-invalid': true })} />
}
