import { useId, useRef, useState } from 'react'
import { messages } from '../../../contract/messages.ts'
import { nextTab, openBigType, typeWords } from './big-type.ts'
import { sameValue } from './cascade.ts'
import css from './choosing.module.css'
import type { ControlProps } from '../form/fields.ts'
import type { Option } from './options.ts'

interface Props extends ControlProps {
  /** big types with their small types as children */
  tree: readonly Option[]
  label: string
}

/**
 * Main types as tabs, the subtypes of the open tab as radio buttons (spec §2; tab '10' at first, §9). Value: the code of the subtype.
 * Changing the tab keeps the choice, which is shown below. No antd and no query: public pages use it with their own data.
 */
export function BigTypeChoice({ tree, label, value, onChange, disabled = false, ...props }: Props) {
  const id = useId()
  const [tab, setTab] = useState<string | null>(null)
  const tabs = useRef<HTMLDivElement>(null)
  const open = tree.find((big) => sameValue(big.value, tab)) ?? openBigType(tree, value)
  const at = open ? tree.indexOf(open) : -1
  const words = typeWords(tree, value)
  if (!open) return null
  return (
    <div className={css.bigType} role="group" aria-label={label} id={props.id} aria-describedby={props['aria-describedby']}>
      <div ref={tabs} className={css.tabs} role="tablist" aria-label={`${label}大类`}>
        {tree.map((big) => (
          <button
            key={big.value}
            type="button"
            role="tab"
            id={`${id}-${big.value}`}
            aria-selected={big === open}
            aria-controls={`${id}-small`}
            tabIndex={big === open ? 0 : -1}
            className={css.tab}
            onClick={() => setTab(String(big.value))}
            onKeyDown={(e) => {
              const next = nextTab(e.key, at, tree.length)
              if (next === null) return
              e.preventDefault()
              setTab(String(tree[next]!.value))
              tabs.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
            }}
          >
            {big.label}
          </button>
        ))}
      </div>
      <div id={`${id}-small`} role="tabpanel" aria-labelledby={`${id}-${open.value}`} className={css.small}>
        {(open.children ?? []).length === 0 && <p className={css.hint}>{messages.fallsEmpty}</p>}
        {(open.children ?? []).map((small) => (
          <label key={small.value} className={css.radio}>
            <input
              type="radio"
              name={id}
              value={small.value}
              checked={sameValue(small.value, value)}
              disabled={disabled || small.disabled}
              onChange={() => onChange?.(small.value)}
              onBlur={props.onBlur}
            />
            {small.label}
          </label>
        ))}
      </div>
      <p className={css.hint} aria-live="polite">
        {words ? `已选：${words}` : '尚未选择'}
      </p>
    </div>
  )
}
