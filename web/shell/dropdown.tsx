import { useEffect, useRef, useState } from 'react'
import styles from './account-area.module.css'
import { displayEntries, useDisplay } from './display-switches.tsx'
import { DownIcon } from './icons.tsx'
import { OutsideLink } from './outside-link.tsx'

export interface Entry {
  name: string
  run?: () => void
  href?: string
  /** an address outside of the site */
  outside?: string
  /** a switch and its state */
  on?: boolean | undefined
}

interface Props {
  label: string
  /** the company for which a person acts: cut beside the name, in full in the list */
  company?: string | undefined
  entries: readonly Entry[]
  light: boolean
}
/** A button with a list of links and actions; closes on Escape, on a click elsewhere and when it loses the focus. */
export function Dropdown({ label, company, entries, light }: Props) {
  const [open, setOpen] = useState(false)
  const display = useDisplay()
  // The public header has its own switches.
  const all: readonly Entry[] = light ? [...entries.slice(0, 1), ...displayEntries(display), ...entries.slice(1)] : entries
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        setOpen(false)
        root.current?.querySelector('button')?.focus()
      }
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', escape)
    }
  }, [open])
  return (
    <div className={styles.account} ref={root}>
      <button type="button" className={light ? styles.light : styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className={styles.name}>{label}</span>
        {company && (
          <span className={styles.company} title={`正代表“${company}”办事`}>
            代表 {company}
          </span>
        )}
        <DownIcon />
      </button>
      {open && (
        <ul className={styles.list}>
          {company && (
            <li className={styles.standing}>
              {label}，正代表“{company}”办事
            </li>
          )}
          {all.map(({ name, run, href, outside, on }) => (
            <li key={name}>
              {outside ? (
                <OutsideLink className={styles.entry} url={outside} onLeave={() => setOpen(false)}>
                  {name}
                </OutsideLink>
              ) : href ? (
                <a className={styles.entry} href={href}>
                  {name}
                </a>
              ) : (
                <button
                  type="button"
                  className={styles.entry}
                  aria-pressed={on}
                  onClick={() => {
                    setOpen(false)
                    run?.()
                  }}
                >
                  {on && '✓ '}
                  {name}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
