import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { shownMenus, type MenuEntry } from '../session.ts'
import { DownIcon, OutsideIcon } from './icons.tsx'
import { leavesSite } from './menu.ts'
import { MenuMark } from './menu-mark.tsx'
import { OutsideLink } from './outside-link.tsx'
import styles from './sidebar.module.css'
import { trailTo } from './work-rights.ts'

interface Props {
  menus: readonly MenuEntry[]
  lit: string
  collapsed: boolean
}

/** The server's menus, as deep as they are. Groups open and close; those that hold the current screen are open. */
export function Sidebar({ menus, lit, collapsed }: Props) {
  const trail = trailTo(menus, lit).map(({ id }) => id)
  const holding = trail.join()
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(trail))
  useEffect(() => {
    const held = holding.split(',').filter(Boolean).map(Number)
    setOpen((before) => (held.every((id) => before.has(id)) ? before : new Set([...before, ...held])))
  }, [holding])
  const turn = (id: number) =>
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })

  const list = (entries: readonly MenuEntry[], depth: number): ReactNode =>
    entries.map((entry) => {
      const children = entry.disabled ? [] : shownMenus(entry.children ?? [])
      if (children.length === 0)
        return (
          <li key={entry.id}>
            <Entry entry={entry} lit={lit} depth={depth} collapsed={collapsed} />
          </li>
        )
      const isFlyout = collapsed && depth === 0
      const isOpen = open.has(entry.id) && !isFlyout
      return (
        <li key={entry.id}>
          <button
            type="button"
            className={`${styles.item} ${trail.includes(entry.id) ? styles.holds : ''} ${indent(depth)}`}
            aria-expanded={isOpen}
            onClick={() => turn(entry.id)}
            title={entry.desc || (isFlyout ? entry.name : undefined)}
          >
            {depth === 0 && <MenuMark entry={entry} />}
            <span className={styles.text}>{entry.name}</span>
            <span className={styles.arrow}>
              <DownIcon />
            </span>
          </button>
          <ul className={isFlyout ? styles.flyout : isOpen ? styles.children : styles.closed}>{list(children, depth + 1)}</ul>
        </li>
      )
    })

  const top = shownMenus(menus)
  if (top.length === 0) return <p className={styles.empty}>{collapsed ? '' : '暂无可用菜单'}</p>
  return (
    <nav aria-label="工作台菜单" className={collapsed ? styles.narrow : undefined}>
      <ul className={styles.list}>{list(top, 0)}</ul>
    </nav>
  )
}

const indent = (depth: number) => [undefined, styles.child, styles.grandchild, styles.deepest][Math.min(depth, 3)] ?? ''

function Entry({ entry, lit, depth, collapsed }: { entry: MenuEntry; lit: string; depth: number; collapsed: boolean }) {
  const className = `${styles.item} ${indent(depth)}`
  const words = (
    <>
      {depth === 0 && <MenuMark entry={entry} />}
      <span className={styles.text}>{entry.name}</span>
    </>
  )
  if (entry.disabled)
    return (
      <span className={className} role="link" aria-disabled="true" title={entry.desc || '暂未开放'}>
        {words}
      </span>
    )
  if (leavesSite(entry.url))
    return (
      <OutsideLink className={className} url={entry.url}>
        {words}
        <OutsideIcon />
      </OutsideLink>
    )
  return (
    <Link
      className={className}
      to={entry.url}
      aria-current={entry.url === lit ? 'page' : undefined}
      title={entry.desc || (collapsed && depth === 0 ? entry.name : undefined)}
    >
      {words}
    </Link>
  )
}
