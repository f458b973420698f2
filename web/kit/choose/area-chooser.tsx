import { areaRows, type Area } from './areas.ts'
import { sameValue } from './cascade.ts'
import css from './choosing.module.css'
import { showNumber } from '../form/values.ts'

interface Props {
  label?: string
  areas: readonly Area[]
  /** code of the chosen area; null or '' is everywhere */
  value: unknown
  onChange: (value: Area['value'] | null) => void
  /** word for everywhere */
  everywhere?: string
}

/**
 * 地区选择: areas in rows, what stands below one in the next row once it is chosen (spec §2 area chooser). A county is a choice as its streets
 * are; pressing what is chosen goes one level up, 不限 is everywhere. No antd.
 */
export function AreaChooser({ label = '地区', areas, value, onChange, everywhere = '不限' }: Props) {
  const rows = areaRows(areas, value)
  const none = value === null || value === undefined || value === ''
  const press = (area: Area, above: Area | null) => onChange(sameValue(area.value, value) ? (above?.value ?? null) : area.value)
  return (
    <div className={css.areas} role="group" aria-label={label}>
      {rows.map(({ row, opened }, i) => (
        <ul key={i}>
          {i === 0 && (
            <li>
              <button
                type="button"
                aria-pressed={none}
                onClick={() => {
                  if (!none) onChange(null)
                }}
              >
                {everywhere}
              </button>
            </li>
          )}
          {row.map((area) => (
            <li key={area.value}>
              <button
                type="button"
                aria-pressed={sameValue(area.value, value)}
                {...(area.children?.length ? { 'aria-expanded': area === opened } : {})}
                onClick={() => press(area, rows[i - 1]?.opened ?? null)}
              >
                {area.label}
                {area.count !== undefined && <span className="num"> {showNumber(area.count)}</span>}
              </button>
            </li>
          ))}
        </ul>
      ))}
    </div>
  )
}
