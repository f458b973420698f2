import { NumberInput } from '../../kit/number-input.tsx'

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
  <NumberInput
    style={{ width: 180, maxWidth: '100%' }}
    min={0}
    value={value ?? null}
    aria-label={label}
    placeholder={label}
    unit={unit}
    onChange={onChange}
  />
)
