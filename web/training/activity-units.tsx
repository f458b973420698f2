import { unitTypeLabels, unitTypes } from '../../contract/unit-words.ts'
import type { ControlProps } from '../kit/form/fields.ts'
import type { Unit } from '../kit/form/unit-rows.ts'
import { UnitTable } from '../kit/form/unit-table.tsx'

/** The contact units of an activity, one table for each of the five kinds (spec §2 L45). */
export function ActivityUnits({ id, value, onChange, disabled = false }: ControlProps) {
  const units = Array.isArray(value) ? (value as Unit[]) : []
  return (
    <div id={id} style={{ display: 'grid', gap: 12 }}>
      {unitTypes.map((type) => (
        <section key={type} aria-label={unitTypeLabels[type]}>
          <p className="meta">{unitTypeLabels[type]}</p>
          <UnitTable
            kind={type}
            value={units.filter((unit) => unit.unitType === type)}
            onChange={(own) => onChange?.([...units.filter((unit) => unit.unitType !== type), ...own])}
            disabled={disabled}
          />
        </section>
      ))}
    </div>
  )
}
