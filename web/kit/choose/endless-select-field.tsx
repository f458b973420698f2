import { Select } from 'antd'
import { useEffect, useMemo, useReducer, useRef } from 'react'
import { FALLS_DEBOUNCE_MS, FALLS_PAGE_SIZE } from '../../../contract/constants.ts'
import { debounced } from '../debounce.ts'
import { emptyFalls, fallsQuery, fallsStep, fallsText } from './endless-select.ts'
import type { ControlProps } from '../form/fields.ts'
import { readOptions, type Option, type RawOption } from './options.ts'
import { readPage } from '../table/paging.ts'
import css from './select.module.css'

interface Props extends ControlProps {
  /** returns { list, count } (or another paging shape) for a page of 12 */
  load: (query: { page: number; pageSize: number; search: string }) => Promise<unknown>
  label: string
  /** option for a value that is not among the loaded ones */
  chosen?: Option
}

/** Select for a long list: loads 12 at a time while scrolling, searches 270 ms after the last key (spec §9). */
export function FallsSelect({ load, label, value, onChange, chosen, ...props }: Props) {
  const [falls, step] = useReducer(fallsStep, emptyFalls)
  const latest = useRef(load)
  latest.current = load
  const search = useMemo(() => debounced((text: string) => step({ type: 'search', search: text.trim() }), FALLS_DEBOUNCE_MS), [])
  useEffect(() => search.cancel, [search])

  useEffect(() => {
    if (falls.state !== 'loading') return
    const { ticket } = falls
    latest.current(fallsQuery(falls)).then(
      (answer) => {
        const page = readPage<RawOption>(answer)
        step({ type: 'arrived', ticket, list: readOptions(page.list), count: page.total })
      },
      () => step({ type: 'failed', ticket }),
    )
  }, [falls])

  const text = fallsText(falls)
  const options = chosen && !falls.list.some((o) => o.value === chosen.value) && falls.search === '' ? [chosen, ...falls.list] : falls.list
  return (
    <Select
      {...(props.id ? { id: props.id } : {})}
      aria-label={label}
      disabled={props.disabled ?? false}
      style={{ width: '100%' }}
      allowClear
      placeholder={props.placeholder || `搜索${label}`}
      value={(value ?? undefined) as Option['value'] | undefined}
      onChange={(v) => onChange?.(v ?? null)}
      options={options as Option[]}
      showSearch={{ filterOption: false, onSearch: (v) => search.call(v) }}
      onInputKeyDown={(e) => search.compose(e.nativeEvent.isComposing)}
      onOpenChange={(open) => {
        if (open && falls.state === 'idle') step({ type: 'search', search: '' })
      }}
      onPopupScroll={(e) => {
        const el = e.currentTarget
        if (el.scrollHeight - el.scrollTop - el.clientHeight < 48 && falls.state === 'ready') step({ type: 'more' })
      }}
      notFoundContent={<span />}
      listHeight={FALLS_PAGE_SIZE * 20}
      popupRender={(menu) => (
        <>
          {menu}
          {text
            && (falls.state === 'failed' ? (
              <button type="button" className={css.line} onMouseDown={(e) => e.preventDefault()} onClick={() => step({ type: 'more' })}>
                {text}
              </button>
            ) : (
              <div className={css.line} role="status">
                {text}
              </div>
            ))}
        </>
      )}
    />
  )
}
