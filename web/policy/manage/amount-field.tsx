import { Radio } from 'antd'
import type { ControlProps } from '../../kit/form/fields.ts'
import { NumberInput } from '../../kit/form/number-input.tsx'

type Way = 'derived' | 'open' | 'given'
const ways: { value: Way; label: string }[] = [
  { value: 'derived', label: '按扶持内容算出' },
  { value: 'open', label: '不设上限' },
  { value: 'given', label: '填写' },
]
const wayOf = (value: unknown): Way => (value === undefined ? 'derived' : value === null ? 'open' : 'given')

/** The most that one company can get: absent = computed, null = no limit, else 万元; '' while no figure is typed. */
export function AmountField({ id, value, onChange, onBlur, ...props }: ControlProps) {
  const way = wayOf(value)
  return (
    <div id={id} tabIndex={-1} style={{ display: 'flex', flexWrap: 'wrap', gap: '8px 16px', alignItems: 'center' }}>
      <Radio.Group
        aria-label="最高额度"
        value={way}
        options={ways}
        onChange={(e) => onChange?.(e.target.value === 'derived' ? undefined : e.target.value === 'open' ? null : '')}
      />
      {way === 'given' && (
        <NumberInput
          aria-label="最高额度（万元）"
          min={0}
          decimals={4}
          unit="万元"
          style={{ width: 180 }}
          value={typeof value === 'number' ? value : null}
          {...(props['aria-invalid'] ? { status: 'error' as const, 'aria-invalid': true } : {})}
          onBlur={() => onBlur?.()}
          onChange={(v) => onChange?.(v ?? '')}
        />
      )}
    </div>
  )
}
