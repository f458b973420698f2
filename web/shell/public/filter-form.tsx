import { useEffect, useRef } from 'react'
import { Form, useSearchParams } from 'react-router'
import type { FilterOption } from './filters.ts'
import styles from './filter-form.module.css'

/** One select of the form; `keys` holds its query key. */
export interface Pick {
  name: string
  keys: readonly [string]
  options: readonly FilterOption[]
}

interface Props {
  /** address of the list */
  path: string
  /** the text field, which sends `q` */
  word: { label: string; placeholder: string }
  picks: readonly Pick[]
}

/** Filters of a public list as one form above it: text, a few selects, 查询 and 重置. A select without options is left out. */
export function FilterForm({ path, word, picks }: Props) {
  const [params] = useSearchParams()
  const sort = params.get('sort')
  const form = useRef<HTMLFormElement>(null)
  // The form is rebuilt for a new address; the field from which it was sent gets the focus again.
  const from = useRef<string | null>(null)
  const address = params.toString()
  useEffect(() => {
    if (from.current !== null) form.current?.querySelector<HTMLElement>(from.current ? `[name="${from.current}"]` : 'button')?.focus()
    from.current = null
  }, [address])
  return (
    <Form
      ref={form}
      method="get"
      className={`card ${styles.form}`}
      role="search"
      key={address}
      onSubmit={() => {
        from.current = document.activeElement?.getAttribute('name') ?? ''
      }}
    >
      <label className={styles.word}>
        <span className="field-label">{word.label}</span>
        <input
          className="field"
          type="search"
          name="q"
          maxLength={200}
          defaultValue={params.get('q') ?? ''}
          placeholder={word.placeholder}
        />
      </label>
      {sort && <input type="hidden" name="sort" value={sort} />}
      {picks.map(
        ({ name, keys: [key], options }) =>
          options.length > 0 && (
            <label key={key}>
              <span className="field-label">{name}</span>
              <select className="field" name={key} defaultValue={params.get(key) ?? ''}>
                <option value="">不限</option>
                {options.map((o) => (
                  <option key={o.value} value={o.value}>
                    {o.label}
                    {o.count !== undefined && `（${o.count}）`}
                  </option>
                ))}
              </select>
            </label>
          ),
      )}
      <div className={styles.buttons}>
        <button className="btn btn-primary" type="submit">
          查询
        </button>
        <a className="btn" href={path}>
          重置
        </a>
      </div>
    </Form>
  )
}
