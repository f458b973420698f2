import { areaRows, type Area } from './areas.ts'
import { sameValue } from './cascade.ts'
import css from './choosing.module.css'
import { showNumber } from '../form/values.ts'

interface Props {
  label?: string
  areas: readonly Area[]
  /** code of the chosen area; null or '' means everywhere */
  value: unknown
  onChange: (value: Area['value'] | null) => void
  /** label for everywhere */
  everywhere?: string
}

/**
 * 地区选择: rows of areas; choosing an area shows the areas below it in the next row (spec §2 area chooser). A county can be chosen like its
 * streets. Pressing the chosen area goes up one level; 不限 means everywhere. No antd.
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
