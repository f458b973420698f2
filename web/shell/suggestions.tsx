import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { SEARCH_DEBOUNCE_MS } from '../../contract/constants.ts'
import { market } from '../../contract/policy/market.ts'
import { call } from '../api.ts'
import styles from './search-box.module.css'

interface Suggestion {
  text: string
  /** a policy to be opened; else a word to be searched */
  policyId?: number
}

/** Suggestions under a search input: waits until nobody has typed for half a second; arrows, Enter and Escape as in any combobox. */
export function useSuggestions(input: RefObject<HTMLInputElement | null>) {
  const listId = useId()
  const navigate = useNavigate()
  const [list, setList] = useState<readonly Suggestion[]>([])
  const [at, setAt] = useState(-1)
  // Escape puts the list away; an arrow brings it back.
  const [isAway, setAway] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const asked = useRef(0)
  const close = () => {
    clearTimeout(timer.current)
    asked.current++
    setList([])
    setAt(-1)
    setAway(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const typed = (text: string) => {
    close()
    const q = text.trim().slice(0, 64)
    if (!q) return
    const mine = asked.current
    timer.current = setTimeout(() => {
      call(market.suggest, { query: { q } }, { silent: true }).then(
        ({ words, policies }) => {
          if (mine !== asked.current) return
          setList([
            ...words.filter((word) => word !== q).map((text) => ({ text })),
            ...policies.map(({ id, policyTitle }) => ({ text: policyTitle, policyId: id })),
          ])
        },
        () => {},
      )
    }, SEARCH_DEBOUNCE_MS)
  }
  const take = ({ text, policyId }: Suggestion) => {
    close()
    if (policyId !== undefined) return void navigate(`/page/policyserverdetail?id=${policyId}`)
    if (!input.current) return
    input.current.value = text
    input.current.form?.requestSubmit()
  }
  const pressed = (e: KeyboardEvent) => {
    if (list.length === 0 || e.nativeEvent.isComposing) return
    if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
      e.preventDefault()
      if (isAway) {
        setAway(false)
        return setAt(e.key === 'ArrowDown' ? 0 : list.length - 1)
      }
      // One place before the first is the input itself.
      const places = list.length + 1
      setAt(((at + 1 + (e.key === 'ArrowDown' ? 1 : places - 1)) % places) - 1)
    } else if (isAway) {
      return
    } else if (e.key === 'Enter' && list[at]) {
      e.preventDefault()
      take(list[at])
    } else if (e.key === 'Escape') {
      e.preventDefault()
      setAway(true)
      setAt(-1)
    }
  }
  const isOpen = list.length > 0 && !isAway
  return {
    close,
    input: {
      role: 'combobox' as const,
      'aria-autocomplete': 'list' as const,
      'aria-expanded': isOpen,
      'aria-controls': listId,
      'aria-activedescendant': list[at] ? `${listId}-${at}` : undefined,
      autoComplete: 'off',
      onInput: (e: { currentTarget: HTMLInputElement }) => typed(e.currentTarget.value),
      onKeyDown: pressed,
      onBlur: close,
    },
    list: (
      <>
        <div id={listId} role="listbox" aria-label="搜索建议" className={styles.suggestions} hidden={!isOpen}>
          {list.map((one, i) => (
            // Pressing must not take the focus from the input, or the list closes before the click.
            <div
              key={`${one.policyId ?? 'word'}${one.text}`}
              id={`${listId}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === at}
              className={styles.suggestion}
              onMouseDown={(e) => e.preventDefault()}
              onClick={() => take(one)}
              onKeyDown={() => {}}
            >
              <span>{one.text}</span>
              <span className="meta">{one.policyId === undefined ? '搜索' : '政策'}</span>
            </div>
          ))}
        </div>
        <span className="visually-hidden" role="status">
          {isOpen ? `${list.length} 条建议，用上下箭头选择` : ''}
        </span>
      </>
    ),
  }
}
