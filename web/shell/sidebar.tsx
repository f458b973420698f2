import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { shownMenus, type MenuEntry } from '../session.ts'
import { DownIcon, OutsideIcon } from './icons.tsx'
import { leavesSite } from './menu.ts'
import { leavesFor, leavesOf } from './menu-leaves.ts'
import { MenuMark } from './menu-mark.tsx'
import { OutsideLink } from './outside-link.tsx'
import styles from './sidebar.module.css'
import { trailTo } from './work-rights.ts'
import { workScreenAt } from './work-screen.ts'

interface Props {
  menus: readonly MenuEntry[]
  lit: string
  collapsed: boolean
  /** number of waiting items by address */
  waiting: ReadonlyMap<string, number>
}
/** From this number of entries a search field is shown. */
const MANY = 9

/**
 * The server's menus, at any depth. Groups can be opened and closed; those with the current screen or waiting items are open at first. A
 * group with a single entry is shown as that entry.
 */
export function Sidebar({ menus, lit, collapsed, waiting }: Props) {
  const [words, setWords] = useState('')
  const trail = trailTo(menus, lit).map(({ id }) => id)
  const holding = trail.join()
  const [turned, setTurned] = useState<ReadonlyMap<number, boolean>>(() => new Map())
  useEffect(() => {
    const held = holding.split(',').filter(Boolean).map(Number)
    setTurned((before) => (held.some((id) => before.has(id)) ? new Map([...before].filter(([id]) => !held.includes(id))) : before))
  }, [holding])

  const list = (entries: readonly MenuEntry[], depth: number): ReactNode =>
    entries.map((entry) => {
      const children = entry.disabled ? [] : shownMenus(entry.children ?? [])
      if (children.length === 0)
        return (
          <li key={entry.id}>
            <Entry entry={entry} lit={lit} depth={depth} collapsed={collapsed} waiting={waiting.get(entry.url)} />
          </li>
        )
      const [only] = children
      if (children.length === 1 && shownMenus(only!.children ?? []).length === 0)
        return list([{ ...only!, icon: only!.icon || entry.icon }], depth)
      const isFlyout = collapsed && depth === 0
      const waits = waitingBelow(entry, waiting)
      const isOpen = (turned.get(entry.id) ?? (trail.includes(entry.id) || waits > 0)) && !isFlyout
      return (
        <li key={entry.id}>
          <button
            type="button"
            className={`${styles.item} ${trail.includes(entry.id) ? styles.holds : ''} ${indent(depth)}`}
            aria-expanded={isOpen}
            onClick={() => setTurned((before) => new Map(before).set(entry.id, !isOpen))}
            title={entry.desc || (isFlyout ? entry.name : undefined)}
          >
            {depth === 0 && <MenuMark entry={entry} />}
            <span className={styles.text}>{entry.name}</span>
            {!isOpen && <Badge count={waits} />}
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
      {!collapsed && leavesOf(menus).length >= MANY && (
        <input
          type="search"
          className={styles.search}
          value={words}
          maxLength={30}
          placeholder="找菜单（Ctrl+K）"
          aria-label="找菜单"
          onChange={(e) => setWords(e.target.value)}
        />
      )}
      {words.trim() !== '' && !collapsed ? (
        <ul className={styles.list}>
          {leavesFor(menus, words).map(({ entry }) => (
            <li key={entry.id}>
              <Entry entry={entry} lit={lit} depth={0} collapsed={false} waiting={waiting.get(entry.url)} />
            </li>
          ))}
          {leavesFor(menus, words).length === 0 && <li className={styles.empty}>没有名称里含“{words.trim()}”的菜单</li>}
        </ul>
      ) : (
        <ul className={styles.list}>{list(top, 0)}</ul>
      )}
    </nav>
  )
}

const indent = (depth: number) => [undefined, styles.child, styles.grandchild, styles.deepest][Math.min(depth, 3)] ?? ''

/** Addresses that are not in the workbench's table of screens are accepted. */
const isWritten = (url: string) => {
  const screen = url.startsWith('/') ? workScreenAt(url.split('?')[0]!) : undefined
  return !screen || screen.file !== undefined
}

const waitingBelow = ({ url, children = [] }: MenuEntry, waiting: Props['waiting']): number =>
  children.reduce((sum, child) => sum + waitingBelow(child, waiting), waiting.get(url) ?? 0)

const Badge = ({ count }: { count: number }) =>
  count > 0 && (
    <span className={styles.badge}>
      {count > 99 ? '99+' : count}
      <span className="visually-hidden"> 件待处理</span>
    </span>
  )

interface EntryProps {
  entry: MenuEntry
  lit: string
  depth: number
  collapsed: boolean
  waiting: number | undefined
}
function Entry({ entry, lit, depth, collapsed, waiting }: EntryProps) {
  const className = `${styles.item} ${indent(depth)}`
  const words = (
    <>
      {depth === 0 && <MenuMark entry={entry} />}
      <span className={styles.text}>{entry.name}</span>
      <Badge count={waiting ?? 0} />
    </>
  )
  if (entry.disabled || !isWritten(entry.url))
    return (
      <span className={className} role="link" aria-disabled="true" title={entry.disabled ? entry.desc || '暂未开放' : '功能建设中'}>
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
