import { useEffect, useRef } from 'react'
import { Form, useSearchParams } from 'react-router'
import { listIn } from '../address.ts'
import type { FilterFault } from './filter-faults.ts'
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
  /** what the server refuses of them */
  faults?: readonly FilterFault[]
}

/**
 * Filters of a public list as one form above it: text, a few selects, 查询 and 重置. A select without options is left out, unless the
 * address chooses something in it.
 */
export function FilterForm({ path, word, picks, faults = [] }: Props) {
  const [params] = useSearchParams()
  // A refused order would be refused again.
  const sort = faults.some((one) => one.path === 'sort') ? null : params.get('sort')
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
      {picks.map((pick) => {
        const [key] = pick.keys
        const chosen = listIn(params, key)
        if (pick.options.length === 0 && chosen.length === 0) return null
        return <Choice key={key} pick={pick} chosen={chosen} fault={faults.find((one) => one.path === key)?.message} />
      })}
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

/** One select. What the address chooses is shown even if it is no option: otherwise nothing one can see would narrow the list. */
function Choice({ pick, chosen, fault }: { pick: Pick; chosen: readonly string[]; fault: string | undefined }) {
  const { name, options } = pick
  const [key] = pick.keys
  const value = chosen.join(',')
  return (
    <label>
      <span className="field-label">{name}</span>
      <select
        className="field"
        name={key}
        defaultValue={value}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault && `fault-${key}`}
      >
        <option value="">不限</option>
        {value !== '' && !options.some((o) => o.value === value) && <option value={value}>{unlisted(chosen, options)}</option>}
        {options.map((o) => (
          <option key={o.value} value={o.value}>
            {o.label}
            {o.count !== undefined && `（${o.count}）`}
          </option>
        ))}
      </select>
      {fault && (
        <span id={`fault-${key}`} className={`field-error ${styles.fault}`}>
          {fault}
        </span>
      )}
    </label>
  )
}

/** Several options at once, as an address from another page may choose them, or what is no option. */
function unlisted(chosen: readonly string[], options: readonly FilterOption[]): string {
  const labels = chosen.map((value) => options.find((o) => o.value === value)?.label)
  const words = chosen.map((value, n) => labels[n] ?? value).join('、')
  return labels.includes(undefined) ? `其他：${words}` : words
}
