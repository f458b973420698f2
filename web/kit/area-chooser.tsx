import { useState } from 'react'
import { areaRows, type Area } from './areas.ts'
import { sameValue } from './cascade.ts'
import css from './choosing.module.css'
import { showNumber } from './values.ts'

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
 * 地区选择: areas in rows, the streets of a county once it is opened (spec §2 area chooser). Only an area without others below it is a
 * choice; pressing it again, or 不限, is everywhere. No antd.
 */
export function AreaChooser({ label = '地区', areas, value, onChange, everywhere = '不限' }: Props) {
  const [open, setOpen] = useState<Area['value'] | null>(null)
  const rows = areaRows(areas, open ?? value)
  const none = value === null || value === undefined || value === ''
  const press = (area: Area) => {
    if (area.children?.length) return setOpen(area.value)
    setOpen(null)
    onChange(sameValue(area.value, value) ? null : area.value)
  }
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
                  setOpen(null)
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
                {...(area.children?.length ? { 'aria-expanded': area === opened } : { 'aria-pressed': sameValue(area.value, value) })}
                onClick={() => press(area)}
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
