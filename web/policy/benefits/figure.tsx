import { asPercent, asShare } from '../../kit/form/percent.ts'
import { NumberInput } from '../../kit/form/number-input.tsx'
import styles from '../rule/rule-editor.module.css'

/** A number of a benefit with its name and unit. */
export const Figure = ({
  label,
  unit,
  value,
  onChange,
}: {
  label: string
  unit: string
  value: number | null | undefined
  onChange(value: number | null): void
}) => (
  <span className={styles.figure}>
    <span className={styles.caption}>{label}</span>
    <NumberInput
      style={{ width: 150, maxWidth: '100%' }}
      min={0}
      value={value ?? null}
      aria-label={label}
      unit={unit}
      onChange={onChange}
    />
  </span>
)

/** A percentage: 8 is shown for 8 %; the rule stores 0.08. */
export const Percent = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: number | null | undefined
  onChange(value: number | null): void
}) => <Figure label={label} unit="%" value={asPercent(value)} onChange={(v) => onChange(asShare(v))} />
