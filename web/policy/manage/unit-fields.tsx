import { UNIT_TYPE_HOST, UNIT_TYPE_ORGANISER } from '../../../contract/constants.ts'
import { unitTypeLabels } from '../../../contract/unit-words.ts'
import type { ControlProps } from '../../kit/form/fields.ts'
import type { Unit } from '../../kit/form/unit-rows.ts'
import { UnitTable } from '../../kit/form/unit-table.tsx'

const unitsOf = (value: unknown): readonly Unit[] => (Array.isArray(value) ? (value as Unit[]) : [])

/** Issuing units of a policy in their order. */
export const IssuingUnits = ({ id, value, onChange, disabled = false }: ControlProps) => (
  <UnitTable kind="issuing" {...(id ? { id } : {})} value={unitsOf(value)} onChange={(units) => onChange?.(units)} disabled={disabled} />
)

/** The contacts of a policy: responsible and executing units, one table each. */
export function ContactUnits({ id, value, onChange, disabled = false }: ControlProps) {
  const units = unitsOf(value)
  return (
    <div id={id} style={{ display: 'grid', gap: 12 }}>
      {([UNIT_TYPE_HOST, UNIT_TYPE_ORGANISER] as const).map((type) => (
        <section key={type} aria-label={unitTypeLabels[type]}>
          <p className="meta">{unitTypeLabels[type]}</p>
          <UnitTable
            kind={type}
            value={units.filter((u) => u.unitType === type)}
            onChange={(own) => onChange?.([...units.filter((u) => u.unitType !== type), ...own])}
            disabled={disabled}
          />
        </section>
      ))}
    </div>
  )
}
