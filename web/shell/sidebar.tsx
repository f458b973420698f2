import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { openOutside, shownMenus, type MenuEntry } from '../session.ts'
import { DownIcon, OutsideIcon } from './icons.tsx'
import { leavesSite } from './menu.ts'
import styles from './sidebar.module.css'
import { trailTo } from './work-rights.ts'

interface Props {
  menus: readonly MenuEntry[]
  lit: string
  collapsed: boolean
}

/** The server's menus. Groups open and close; the one that holds the current screen is open. */
export function Sidebar({ menus, lit, collapsed }: Props) {
  const current = trailTo(menus, lit)[0]?.id
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(current === undefined ? [] : [current]))
  useEffect(() => {
    if (current !== undefined) setOpen((before) => (before.has(current) ? before : new Set([...before, current])))
  }, [current])
  const turn = (id: number) =>
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const top = shownMenus(menus)
  if (top.length === 0) return <p className={styles.empty}>{collapsed ? '' : '暂无可用菜单'}</p>
  return (
    <nav aria-label="工作台菜单" className={collapsed ? styles.narrow : undefined}>
      <ul className={styles.list}>
        {top.map((entry) => {
          const children = shownMenus(entry.children ?? [])
          if (children.length === 0)
            return (
              <li key={entry.id}>
                <Entry entry={entry} lit={lit} collapsed={collapsed} />
              </li>
            )
          const isOpen = open.has(entry.id) && !collapsed
          return (
            <li key={entry.id}>
              <button
                type="button"
                className={`${styles.item} ${entry.id === current ? styles.holds : ''}`}
                aria-expanded={isOpen}
                onClick={() => turn(entry.id)}
                title={collapsed ? entry.name : undefined}
              >
                <Mark entry={entry} />
                <span className={styles.text}>{entry.name}</span>
                <span className={styles.arrow}>
                  <DownIcon />
                </span>
              </button>
              <ul className={collapsed ? styles.flyout : isOpen ? styles.children : styles.closed}>
                {children.map((child) => (
                  <li key={child.id}>
                    <Entry entry={child} lit={lit} child />
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function Entry({ entry, lit, child = false, collapsed = false }: { entry: MenuEntry; lit: string; child?: boolean; collapsed?: boolean }) {
  const className = `${styles.item} ${child ? styles.child : ''}`
  if (leavesSite(entry.url)) {
    return (
      <a
        className={className}
        href={entry.url}
        target="_blank"
        rel="noopener"
        onClick={(e) => {
          e.preventDefault()
          void openOutside(entry.url)
        }}
      >
        {!child && <Mark entry={entry} />}
        <span className={styles.text}>{entry.name}</span>
        <OutsideIcon />
      </a>
    )
  }
  return (
    <Link
      className={className}
      to={entry.url}
      aria-current={entry.url === lit ? 'page' : undefined}
      title={collapsed ? entry.name : undefined}
    >
      {!child && <Mark entry={entry} />}
      <span className={styles.text}>{entry.name}</span>
    </Link>
  )
}

const Mark = ({ entry }: { entry: MenuEntry }) => (
  <span className={styles.mark} aria-hidden="true">
    {entry.name.slice(0, 1)}
  </span>
)
