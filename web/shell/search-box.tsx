import { useEffect, useId, useRef, useState } from 'react'
import { Form as RouterForm, type FormProps } from 'react-router'
import styles from './search-box.module.css'
import { SearchIcon } from './icons.tsx'
import { lazyPart } from './lazy-part.tsx'
import type { Typing } from './suggestions.tsx'

// Loaded when the input gets the focus, so that no first view waits for it.
const Suggestions = lazyPart(() => import('./suggestions.tsx').then((m) => m.Suggestions))

/** As in link.tsx: the plain element on the server, because an absolute address needs no resolving. */
const Form: (props: FormProps) => React.ReactNode = import.meta.env.SSR ? (props) => <form {...props} data-discover="true" /> : RouterForm

interface Props {
  id: string
  size?: 'small' | 'large'
  action?: string
  placeholder?: string
  label?: string
  defaultValue?: string
  dark?: boolean
  /** suggests words and policies while typing; not for lists of other things */
  suggest?: boolean
}

/** A search form that works without scripts: a GET of the result page. */
export function SearchBox({
  id,
  size = 'small',
  action = '/page/search',
  placeholder = '搜政策、事项、园区',
  label = '搜索',
  defaultValue,
  dark,
  suggest = true,
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [isUsed, setUsed] = useState(false)
  const typing = useRef<Typing>(null)
  // A new address brings other words; the input element stays, and keeps its focus after Enter.
  const shown = useRef(defaultValue)
  useEffect(() => {
    if (shown.current === defaultValue) return
    shown.current = defaultValue
    if (input.current) input.current.value = defaultValue ?? ''
  }, [defaultValue])
  return (
    <div className={styles.host}>
      <Form
        action={action}
        method="get"
        role="search"
        onSubmit={() => typing.current?.close()}
        className={`${styles.box} ${styles[size]} ${dark ? styles.dark : ''}`}
      >
        <label className="visually-hidden" htmlFor={id}>
          {placeholder}
        </label>
        <input
          ref={input}
          {...(suggest && {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': false,
            'aria-controls': listId,
            autoComplete: 'off',
            onFocus: () => setUsed(true),
            onInput: (e) => {
              setUsed(true)
              typing.current?.typed(e.currentTarget.value)
            },
            onKeyDown: (e) => typing.current?.pressed(e),
            onBlur: () => typing.current?.close(),
          })}
          id={id}
          className={styles.input}
          type="search"
          name="q"
          maxLength={200}
          placeholder={placeholder}
          defaultValue={defaultValue}
          enterKeyHint="search"
        />
        <button type="submit" className={styles.button}>
          {size === 'large' ? (
            label
          ) : (
            <>
              <SearchIcon />
              <span className="visually-hidden">{label}</span>
            </>
          )}
        </button>
      </Form>
      {isUsed && <Suggestions id={listId} input={input} ref={typing} />}
    </div>
  )
}
