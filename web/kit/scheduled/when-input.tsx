import { Radio } from 'antd'
import dayjs from 'dayjs'
import { DATE_FORMAT_2 } from '../../../contract/constants.ts'
import DateInput from '../date/date-input.tsx'
import type { ControlProps } from '../form/fields.ts'

const NOW = [
  { value: false, label: '立即' },
  { value: true, label: '定时' },
]

/** When a save acts: nothing, at once; a text, at that time, which is still empty when 定时 was just chosen. */
function WhenInput({ id, value, onChange, onBlur, disabled = false, ...props }: ControlProps) {
  const isTimed = typeof value === 'string'
  const at = id === undefined ? {} : { id }
  return (
    <div style={{ display: 'grid', gap: 8, maxWidth: 360 }}>
      <Radio.Group
        {...(isTimed ? {} : at)}
        aria-label="保存时间"
        disabled={disabled}
        options={NOW}
        value={isTimed}
        onChange={(event) => onChange?.(event.target.value === true ? '' : null)}
      />
      {isTimed && (
        <DateInput
          {...props}
          {...at}
          {...(onBlur ? { onBlur } : {})}
          aria-label="生效时间"
          disabled={disabled}
          format={DATE_FORMAT_2}
          value={value}
          onChange={(next) => onChange?.(next ?? '')}
          impossible={(day) => day.isBefore(dayjs(), 'day')}
        />
      )}
    </div>
  )
}

/** The field of a form whose save can wait for its time. */
export const whenField = {
  key: 'effectiveTime',
  label: '保存时间',
  as: WhenInput,
  hint: '定时的修改到这一分钟才生效，此前可以取消',
} as const
