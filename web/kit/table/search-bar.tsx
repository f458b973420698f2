import { Button, Input } from 'antd'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { DATE_FORMAT_1, SEARCH_DEBOUNCE_MS } from '../../../contract/constants.ts'
import { Control } from '../form/controls.tsx'
import { debounced } from '../debounce.ts'
import { rangeKeys, searchKeys, type SearchField } from '../form/fields.ts'
import css from '../form/form.module.css'
import { Icon } from '../icons.tsx'
import { filterWords } from './filter-words.ts'
import type { ListShape } from './list-state.ts'
import { Tag } from '../status-tag.tsx'
import { useFilterChanges } from './use-filter-changes.ts'
import { useListAddress } from './use-list.ts'
import { useFieldOptions } from '../choose/use-options.ts'

const DateRangeInput = lazy(() => import('../date/date-range-input.tsx'))

/** The filters in the address that a search bar writes; pass the same shape to the table. */
export const searchShape = (fields: readonly SearchField[], more: Omit<ListShape, 'filters'> = {}): ListShape => ({
  ...more,
  criteria: fields,
  filters: fields.flatMap(searchKeys),
})

/**
 * The filters of a list. Choices apply at once, text half a second after the last key (never while an input method is composing), 查询 at
 * once. One row until 更多筛选 is pressed; active filters are shown as chips, also when their control is folded.
 */
export function SearchBar({ fields, shape }: { fields: readonly SearchField[]; shape: ListShape }) {
  const { state, change } = useListAddress(shape)
  const [open, setOpen] = useState(false)
  const [columns, setColumns] = useState(4)
  /** what is typed and not yet applied ends with a reset */
  const [round, setRound] = useState(0)
  const box = useRef<HTMLFormElement>(null)
  const filters = state.filters
  const options = useFieldOptions(fields, filters)
  const { set, onTyped, send, flushers } = useFilterChanges(change)

  useEffect(() => {
    const el = box.current
    if (!el) return
    const watch = new ResizeObserver(() => {
      const least = Number.parseFloat(getComputedStyle(el).getPropertyValue('--least'))
      setColumns(Math.max(1, Math.floor((el.clientWidth + 12) / (least + 12))))
    })
    watch.observe(el)
    return () => watch.disconnect()
  }, [])

  const spans = (f: SearchField) => (f.kind === 'dateRange' && columns > 1 ? 2 : 1)
  // The single row leaves room for the buttons; with one column it shows two controls.
  const room = columns === 1 ? 2 : columns - 1
  let used = 0
  const inRow = fields.filter((f) => {
    used += spans(f)
    return used <= room
  })
  const shown = open ? fields : inRow.length > 0 ? inRow : fields.slice(0, 1)

  const chips = fields.flatMap((f) => {
    const w = filterWords(f, filters, options)
    // A default filter needs no chip while its control is visible.
    const begins = shown.includes(f) && searchKeys(f).every((key) => filters[key] === shape.defaults?.filters?.[key])
    return w === null || begins ? [] : [{ f, w }]
  })

  return (
    <search>
      <form
        ref={box}
        className={css.search}
        onSubmit={(e) => {
          e.preventDefault()
          send()
        }}
      >
        {shown.map((f) => (
          <div key={f.key} style={{ gridColumn: `span ${spans(f)}` }}>
            {f.kind === 'dateRange' ? (
              <Suspense fallback={<Input disabled aria-label={f.label} />}>
                <DateRangeInput
                  quick={f.format === undefined || f.format === DATE_FORMAT_1}
                  label={f.label}
                  {...(f.format ? { format: f.format } : {})}
                  value={{ start: filters[rangeKeys(f)[0]] ?? null, end: filters[rangeKeys(f)[1]] ?? null }}
                  onChange={(r) => set({ [rangeKeys(f)[0]]: r.start, [rangeKeys(f)[1]]: r.end })}
                />
              </Suspense>
            ) : (f.kind ?? 'text') === 'text' && !f.as ? (
              <SearchInput
                key={round}
                label={f.label}
                placeholder={f.placeholder ?? f.label}
                value={filters[f.key] ?? ''}
                onSearch={(v) => onTyped(f.key, v)}
                flushers={flushers}
              />
            ) : (
              <Control
                field={{ ...f, placeholder: f.placeholder ?? f.label }}
                aria-label={f.label}
                value={filters[f.key]}
                onChange={(v) => set({ [f.key]: Array.isArray(v) ? v.join(',') : v === null || v === undefined ? null : String(v) })}
              />
            )}
          </div>
        ))}
        <div className={css.searchButtons}>
          <Button type="primary" htmlType="submit">
            查询
          </Button>
          <Button
            onClick={() => {
              setRound(round + 1)
              change({ filters: Object.fromEntries(Object.entries(shape.defaults?.filters ?? {})) })
            }}
          >
            重置
          </Button>
          {inRow.length < fields.length && (
            <Button type="link" onClick={() => setOpen(!open)} aria-expanded={open}>
              {open ? '收起' : '更多筛选'}
              <Icon name={open ? 'up' : 'down'} size={12} />
            </Button>
          )}
        </div>
      </form>
      {chips.length > 0 && (
        <div className={css.chips} role="group" aria-label="筛选条件">
          {chips.map(({ f, w }) => (
            <Tag key={f.key} onRemove={() => set(Object.fromEntries(searchKeys(f).map((k) => [k, null])))}>{`${f.label}：${w}`}</Tag>
          ))}
        </div>
      )}
    </search>
  )
}

interface InputProps {
  label: string
  placeholder: string
  value: string
  onSearch: (value: string) => void
  flushers?: Set<() => void>
}

/** The debounced search input (spec §9, K028): 500 ms after the last key, paused while an input method is composing. */
export function SearchInput({ label, placeholder, value, onSearch, flushers }: InputProps) {
  const [text, setText] = useState(value)
  const latest = useRef(onSearch)
  latest.current = onSearch
  const wait = useMemo(() => debounced((v: string) => latest.current(v.trim()), SEARCH_DEBOUNCE_MS), [])
  useEffect(() => setText(value), [value])
  useEffect(() => {
    flushers?.add(wait.flush)
    return () => {
      flushers?.delete(wait.flush)
      wait.cancel()
    }
  }, [wait, flushers])
  return (
    <Input
      value={text}
      placeholder={placeholder}
      aria-label={label}
      allowClear
      maxLength={64}
      prefix={<Icon name="search" />}
      onChange={(e) => {
        setText(e.target.value)
        wait.call(e.target.value)
      }}
      onCompositionStart={() => wait.compose(true)}
      onCompositionEnd={() => wait.compose(false)}
      // In a form Enter sends all of its fields.
      {...(flushers ? {} : { onPressEnter: wait.flush })}
    />
  )
}
