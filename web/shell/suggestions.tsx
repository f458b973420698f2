import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { SEARCH_DEBOUNCE_MS } from '../../contract/constants.ts'
import { market } from '../../contract/policy/market.ts'
import { call } from '../api.ts'
import styles from './search-box.module.css'

interface Suggestion {
  text: string
  /** opens this policy; without it the word is searched */
  policyId?: number
}

/** The interface between the input and its suggestions. */
export interface Typing {
  typed(text: string): void
  pressed(event: KeyboardEvent): void
  close(): void
}

interface Props {
  id: string
  input: RefObject<HTMLInputElement | null>
  ref: Ref<Typing>
}

/** Suggestions below a search input: appear when nobody has typed for half a second; arrows, Enter and Escape as in every combobox. */
export function Suggestions({ id, input, ref }: Props) {
  const navigate = useNavigate()
  const [list, setList] = useState<readonly Suggestion[]>([])
  const [at, setAt] = useState(-1)
  // Escape hides the list; an arrow shows it again.
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
  const first = useRef(typed)
  useEffect(() => {
    // Text typed while this part was loading; the page's initial words do not count as typed.
    const box = input.current
    if (box && box === document.activeElement && box.value !== box.defaultValue) first.current(box.value)
    return () => clearTimeout(timer.current)
  }, [input])
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
      // The position before the first is the input itself.
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
  useImperativeHandle(ref, () => ({ typed, pressed, close }))
  const isOpen = list.length > 0 && !isAway
  const active = isOpen && list[at] ? `${id}-${at}` : null
  useEffect(() => {
    input.current?.setAttribute('aria-expanded', String(isOpen))
    if (active) input.current?.setAttribute('aria-activedescendant', active)
    else input.current?.removeAttribute('aria-activedescendant')
  }, [input, isOpen, active])
  return (
    <>
      <div id={id} role="listbox" aria-label="搜索建议" className={styles.suggestions} hidden={!isOpen}>
        {list.map((one, i) => (
          // Pressing must not move the focus from the input, otherwise the list closes before the click.
          <div
            key={`${one.policyId ?? 'word'}${one.text}`}
            id={`${id}-${i}`}
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
  )
}
