import { useState } from 'react'
import { messages } from '../../../contract/messages.ts'
import { childrenAt, onlyWay, pathTo, sameValue, type Path } from './cascade.ts'
import { CascadeSelect } from './cascade-select.tsx'
import css from './choosing.module.css'
import type { ControlProps, OptionSource } from '../form/fields.ts'
import { useOptions } from './use-options.ts'

interface Props extends ControlProps {
  source: OptionSource
  label: string
  names?: readonly string[]
  levels?: number
  /** leaf (default): only a code without children is valid; any: every level is */
  need?: 'leaf' | 'any'
  /** the node under which an unknown stored code is shown (3451 below 34) */
  near?: (code: string) => string
}

/**
 * One code of a tree, chosen level by level. An incomplete choice has no value and says so (M054); a stored code outside the tree is shown
 * at its nearest node and kept until another is chosen.
 */
export function CodeCascade({ source, label, names, levels, need = 'leaf', near, value, onChange, ...props }: Props) {
  const { options: tree } = useOptions(source)
  const [half, setHalf] = useState<{ of: unknown; path: Path } | null>(null)
  const empty = value === undefined || value === null || value === ''
  const stored = empty ? onlyWay(tree) : (pathTo(tree, value) ?? (near ? pathTo(tree, near(String(value))) : null) ?? [])
  // An incomplete choice is kept until the form sets another value from outside.
  const path = half && sameValue(half.of ?? '', value ?? '') ? half.path : stored
  const choose = (next: Path) => {
    const done = next.length > 0 && (need === 'any' || childrenAt(tree, next).length === 0)
    const code = done ? next.at(-1) : null
    setHalf(done ? null : { of: null, path: next })
    if (!sameValue(code ?? '', value ?? '')) onChange?.(code)
  }
  // Tell the user that the tree does not contain the stored code: only its nearest node is shown.
  const outside = !half && !empty && stored.length > 0 && !sameValue(stored.at(-1), value)
  const unfinished = half !== null && path === half.path && path.length > onlyWay(tree).length && childrenAt(tree, path).length > 0
  return (
    <>
      <CascadeSelect
        {...props}
        source={source}
        label={label}
        {...(names ? { names } : {})}
        {...(levels ? { levels } : {})}
        value={path}
        onChange={choose}
      />
      {outside && <p className={css.hint}>已登记代码 {String(value)}</p>}
      {unfinished && need === 'leaf' && (
        <p className={css.hint} role="status">
          {messages.treeLeafOnly}
        </p>
      )}
    </>
  )
}
