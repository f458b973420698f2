import { Link } from 'react-router'
import css from '../choose/choosing.module.css'
import { cloudSizes } from './cloud.ts'

export interface CloudTag {
  key: string | number
  label: string
  /** how often or how many; determines the size */
  weight: number
  to?: string
}

interface Props {
  label: string
  tags: readonly CloudTag[]
  /** unit read after the number by screen readers: 项, 家 */
  unit: string
  onChoose?: (tag: CloudTag) => void
  isChosen?: (tag: CloudTag) => boolean
}

/**
 * Words sized by their weight (spec §1 tag cloud), as links or buttons; screen readers get the weight too. Empty: shows nothing. No antd.
 */
export function TagCloud({ label, tags, unit, onChoose, isChosen }: Props) {
  if (tags.length === 0) return null
  const sizes = cloudSizes(tags.map((t) => t.weight))
  return (
    <ul className={css.cloud} aria-label={label}>
      {tags.map((tag, i) => {
        const inside = (
          <>
            {tag.label}
            <small className="num">
              {tag.weight}
              <span className="visually-hidden"> {unit}</span>
            </small>
          </>
        )
        const shared = { className: css[`size${sizes[i]}`], title: `${tag.weight} ${unit}` }
        return (
          <li key={tag.key}>
            {tag.to ? (
              <Link {...shared} to={tag.to}>
                {inside}
              </Link>
            ) : onChoose ? (
              <button {...shared} type="button" aria-pressed={isChosen?.(tag)} onClick={() => onChoose(tag)}>
                {inside}
              </button>
            ) : (
              <span {...shared}>{inside}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
