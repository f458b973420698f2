import { Button, Dropdown } from 'antd'
import type { Dayjs } from 'dayjs'
import { DATE_FORMAT_1, DATE_FORMAT_2 } from '../../../contract/constants.ts'
import { toast } from '../../toast.ts'
import { readDate, type DateFormat } from './date-format.ts'
import DateInput from './date-input.tsx'
import { changeRange, endIsImpossible, type DateRange } from './date-range.ts'
import { quickRanges } from './quick-ranges.ts'
import { Icon } from '../icons.tsx'
import css from '../form/form.module.css'

interface Props {
  value: DateRange
  onChange: (range: DateRange) => void
  label: string
  format?: DateFormat
  disabled?: boolean
  id?: string
  /** for searching by day: shortcuts 当天, 昨天, 近7天 and 本月; a text that is no date searches nothing (in a form the schema refuses it) */
  quick?: boolean
  /** for a form that tells at the field when the end is not after the start: what was typed stays as it is */
  keeps?: boolean
}

/**
 * Start and end with the rules of spec §5 (V016, V017): a conflict clears the other date, equal dates are refused with a message. A single
 * day is chosen by a shortcut; with times, an end without an hour is the end of its day.
 */
export default function DateRangeInput({
  value,
  onChange,
  label,
  format = DATE_FORMAT_1,
  disabled = false,
  id,
  quick = false,
  keeps = false,
}: Props) {
  const change = (which: 'start' | 'end') => (next: unknown) => {
    const day = quick && !readDate(next as string | null, format) ? null : (next as string | null)
    if (keeps) return onChange({ ...value, [which]: day })
    const { range, refused } = changeRange(value, which, day, format)
    if (refused) toast.warning(refused, 3)
    onChange(range)
  }
  return (
    <div className={classOf(quick, format)} role="group" aria-label={label}>
      <DateInput
        {...(id ? { id } : {})}
        format={format}
        value={value.start}
        onChange={change('start')}
        disabled={disabled}
        aria-label={`${label}开始`}
        placeholder={`${label}起`}
      />
      <span aria-hidden="true">至</span>
      <DateInput
        format={format}
        value={value.end}
        onChange={change('end')}
        disabled={disabled}
        aria-label={`${label}结束`}
        placeholder={`${label}止`}
        ends
        {...(keeps ? {} : { impossible: (day: Dayjs) => endIsImpossible(day, value, format) })}
      />
      {quick && <QuickChoice label={label} onChange={onChange} />}
    </div>
  )
}

const classOf = (quick: boolean, format: DateFormat): string =>
  quick ? `${css.range} ${css.quickRange}` : format === DATE_FORMAT_2 ? `${css.range} ${css.timeRange}` : css.range!

const QuickChoice = ({ label, onChange }: Pick<Props, 'label' | 'onChange'>) => (
  <Dropdown
    trigger={['click']}
    menu={{
      items: quickRanges(Date.now()).map((range) => ({ key: range.label, label: range.label })),
      onClick: ({ key }) => {
        const chosen = quickRanges(Date.now()).find((range) => range.label === key)
        if (chosen) onChange({ start: chosen.start, end: chosen.end })
      },
    }}
  >
    <Button type="link" aria-label={`快选${label}`} className={css.quick!}>
      快选
      <Icon name="down" size={12} />
    </Button>
  </Dropdown>
)
