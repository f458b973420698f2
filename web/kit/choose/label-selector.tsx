import { useId, useMemo, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '../../../contract/constants.ts'
import { messages } from '../../../contract/messages.ts'
import { toast } from '../../toast.ts'
import { debounced } from '../debounce.ts'
import type { ControlProps, OptionSource } from '../form/fields.ts'
import css from './label-selector.module.css'
import { findLabels, groupLabels, toggleLabel } from './label-choice.ts'
import type { Option } from './options.ts'
import { Tag } from '../status-tag.tsx'
import { useOptions } from './use-options.ts'

interface Props extends ControlProps {
  /** labels, or groups of labels (children) */
  source: OptionSource
  label: string
  /** maximum number of labels */
  limit?: number
}

/**
 * Chooses policy labels: the chosen ones are shown above as removable tags, all others below by group, with a search (spec §2 policy label
 * selector). Value: list of ids. Needs TanStack Query, no antd.
 */
export function LabelSelector({ source, label, value, onChange, limit, disabled = false, ...props }: Props) {
  const id = useId()
  const { options, loading, failed, retry } = useOptions(source)
  const [words, setWords] = useState('')
  const search = useMemo(() => debounced(setWords, SEARCH_DEBOUNCE_MS), [])
  const chosen = Array.isArray(value) ? (value as Option['value'][]) : []
  const groups = useMemo(() => groupLabels(options), [options])
  const found = findLabels(groups, words)
  const nameOf = (v: Option['value']) => groups.flatMap((g) => g.labels).find((l) => String(l.value) === String(v))?.label ?? String(v)
  const isChosen = (v: Option['value']) => chosen.some((c) => String(c) === String(v))
  const toggle = (v: Option['value']) => {
    if (limit !== undefined && !isChosen(v) && chosen.length >= limit) toast.warning(`最多选择 ${limit} 个标签`, 3)
    else onChange?.(toggleLabel(chosen, v))
  }
  return (
    <div className={css.box} role="group" aria-label={label} id={props.id} aria-describedby={props['aria-describedby']}>
      <div className={css.chosen} aria-live="polite">
        {chosen.length === 0 && <span className={css.note}>尚未选择{label}</span>}
        {chosen.map((v) => (
          <Tag key={String(v)} {...(disabled ? {} : { onRemove: () => toggle(v) })}>
            {nameOf(v)}
          </Tag>
        ))}
        {chosen.length > 1 && !disabled && (
          <button type="button" className={css.clear} onClick={() => onChange?.([])}>
            清空
          </button>
        )}
      </div>
      {!disabled && (
        <input
          className={css.search}
          type="search"
          placeholder={`搜索${label}`}
          aria-label={`搜索${label}`}
          aria-controls={`${id}-all`}
          onChange={(e) => search.call(e.target.value)}
          onCompositionStart={() => search.compose(true)}
          onCompositionEnd={() => search.compose(false)}
          onBlur={props.onBlur}
        />
      )}
      <div id={`${id}-all`} className={css.all}>
        {loading && <p className={css.note}>加载中</p>}
        {failed && (
          <button type="button" className={css.clear} onClick={retry}>
            加载失败，重新加载
          </button>
        )}
        {!loading && !failed && found.length === 0 && <p className={css.note}>{messages.fallsEmpty}</p>}
        {found.map((g) => (
          <div key={g.name} className={css.group} role="group" aria-label={g.name || label}>
            {g.name && <span className={css.name}>{g.name}</span>}
            <div className={css.labels}>
              {g.labels.map((l) => (
                <button
                  key={String(l.value)}
                  type="button"
                  className={css.label}
                  aria-pressed={isChosen(l.value)}
                  disabled={disabled || l.disabled}
                  onClick={() => toggle(l.value)}
                >
                  {l.label}
                </button>
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
