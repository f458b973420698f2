import { Checkbox, Tree, type TreeDataNode } from 'antd'
import type { Data } from '../../../contract/endpoint.ts'
import type { MenuNode } from '../../../contract/identity/menus.ts'
import type { roles } from '../../../contract/identity/roles.ts'
import { useId, useRef, useState, type ComponentRef, type KeyboardEvent } from 'react'
import css from './right-checks.module.css'

const TREE_HEIGHT = 420
/** Where a key leads from the item at `now`; `last` is the place of the last one. */
const STEPS: Readonly<Record<string, (now: number, last: number) => number>> = {
  ArrowDown: (now, last) => Math.min(last, now + 1),
  ArrowRight: (now, last) => Math.min(last, now + 1),
  ArrowUp: (now) => Math.max(0, now - 1),
  ArrowLeft: (now) => Math.max(0, now - 1),
  Home: () => 0,
  End: (_now, last) => last,
}

export type PermissionGroups = Data<typeof roles.permissions>
export type MenuNodes = readonly MenuNode[]

interface Checks<T> {
  value: readonly T[]
  disabled: boolean
  onChange(next: T[]): void
}

/**
 * Check boxes for permissions by domain, each with the pages it opens. Those of the three administrators cannot be granted, and appear only
 * when the role has them. All of them are one Tab stop, as the tree of menus below is: the arrow keys move between them.
 */
export function PermissionChecks({ groups, value, disabled, onChange }: Checks<string> & { groups: PermissionGroups }) {
  const turn = (code: string, on: boolean) => onChange(on ? [...value, code] : value.filter((own) => own !== code))
  const offered = groups
    .map((group) => ({ ...group, list: group.list.filter((one) => one.grantable || value.includes(one.code)) }))
    .filter((group) => group.list.length > 0)
  const hint = useId()
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<string>()
  const codes = offered.flatMap(({ list }) => list.map(({ code }) => code))
  const stop = at !== undefined && codes.includes(at) ? at : codes[0]
  const move = (e: KeyboardEvent) => {
    const boxes = [...box.current!.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')]
    const now = boxes.findIndex((one) => one === document.activeElement)
    const next = STEPS[e.key]?.(now, boxes.length - 1)
    if (next === undefined || now < 0) return
    e.preventDefault()
    boxes[next]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys of all its boxes are read here
    <div className={css.groups} ref={box} role="group" aria-label="权限" aria-describedby={hint} onKeyDown={move}>
      <span id={hint} hidden>
        用方向键在各项权限之间移动，空格键勾选
      </span>
      {offered.map((group) => (
        <fieldset key={group.domain} className={css.group}>
          <legend>{group.name}</legend>
          {group.list.map(({ code, name, opens }) => (
            <Checkbox
              key={code}
              checked={value.includes(code)}
              disabled={disabled}
              tabIndex={code === stop ? 0 : -1}
              onFocus={() => setAt(code)}
              onChange={(e) => turn(code, e.target.checked)}
            >
              {name}
              <span className={css.opens}>{opens}</span>
            </Checkbox>
          ))}
        </fieldset>
      ))}
    </div>
  )
}

/** Check boxes for menu entries. A folder appears with its entries; ticking it ticks all of them. */
export function MenuChecks({ menus, value, disabled, onChange }: Checks<number> & { menus: MenuNodes }) {
  const leaves = new Set(leavesOf(menus))
  const tree = useRef<ComponentRef<typeof Tree>>(null)
  return (
    <Tree
      ref={tree}
      checkable
      // With a height of its own the tree follows the row that the arrow keys reach; in the dialog that row went out of sight.
      height={TREE_HEIGHT}
      onActiveChange={(key) => key !== null && tree.current?.scrollTo({ key })}
      selectable={false}
      defaultExpandAll
      disabled={disabled}
      treeData={nodesOf(menus)}
      checkedKeys={value.filter((id) => leaves.has(id))}
      onCheck={(keys) => onChange((Array.isArray(keys) ? keys : keys.checked).map(Number).filter((id) => leaves.has(id)))}
    />
  )
}

const nodesOf = (menus: MenuNodes): TreeDataNode[] =>
  menus.map(({ id, name, hidden, children }) => ({ key: id, title: hidden ? `${name}（隐藏）` : name, children: nodesOf(children) }))
const leavesOf = (menus: MenuNodes): number[] => menus.flatMap(({ id, children }) => (children.length > 0 ? leavesOf(children) : [id]))
