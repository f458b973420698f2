import { Button } from 'antd'
import { DATE_FORMAT_1 } from '../../../contract/constants.ts'
import DateInput from '../../kit/date/date-input.tsx'
import { NumberInput } from '../../kit/form/number-input.tsx'
import { asPercent, asShare } from '../../kit/form/percent.ts'

interface Figure {
  from: string
  value: number
}

/** A figure by the day from which it applies, newest first. */
export function DatedRows({
  value,
  unit,
  onChange,
}: {
  value: readonly Figure[]
  unit: string | undefined
  onChange(next: Figure[]): void
}) {
  const ratio = unit === 'ratio'
  return (
    <div role="group" aria-label="各期的数" style={{ display: 'grid', gap: 8 }}>
      {value.map((figure, i) => (
        <div key={i} role="group" aria-label={`第 ${i + 1} 期`} style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
          <span style={{ width: 180 }}>
            <DateInput
              format={DATE_FORMAT_1}
              value={figure.from}
              aria-label="自哪天起"
              onChange={(from) => onChange(value.with(i, { ...figure, from: typeof from === 'string' ? from : '' }))}
            />
          </span>
          <span>起为</span>
          <NumberInput
            style={{ width: 180 }}
            aria-label="数值"
            unit={ratio ? '%' : unit}
            value={ratio ? asPercent(figure.value) : figure.value}
            onChange={(v) => onChange(value.with(i, { ...figure, value: (ratio ? asShare(v) : v) ?? NaN }))}
          />
          <Button danger type="text" size="small" onClick={() => onChange(value.toSpliced(i, 1))}>
            删除
          </Button>
        </div>
      ))}
      <div>
        <Button size="small" onClick={() => onChange([...value, { from: '', value: NaN }])}>
          添加一期
        </Button>
      </div>
    </div>
  )
}
