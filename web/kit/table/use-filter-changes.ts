import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { useListAddress } from './use-list.ts'

/** How a search bar changes the filters of its list: at once, by what is typed in one field, or in all of them when its form is sent. */
export function useFilterChanges(change: ReturnType<typeof useListAddress>['change']) {
  const isTyping = useTypedEntry()
  const flushers = useRef(new Set<() => void>())
  /** while the form is sent: what was typed in all of its fields, for one change of the address */
  const sent = useRef<Record<string, string> | null>(null)

  /** Changes filters, unless they are so already. Another field was perhaps changed a moment ago: its filter is not in `filters` yet. */
  const set = (values: Record<string, string | null>, typed?: string) =>
    change(
      (now) => {
        const changed = Object.entries(values).filter(([key, value]) => (value ?? '') !== (now.filters[key] ?? ''))
        if (changed.length === 0) return null
        const next: Record<string, string> = { ...now.filters }
        for (const [key, value] of changed) {
          if (value) next[key] = value
          else delete next[key]
        }
        return { filters: next }
      },
      () => typed !== undefined && isTyping(typed),
    )
  const onTyped = (key: string, value: string) => {
    if (sent.current) sent.current[key] = value
    else set({ [key]: value }, key)
  }
  const send = () => {
    const all: Record<string, string> = {}
    sent.current = all
    for (const flush of flushers.current) flush()
    sent.current = null
    const keys = Object.keys(all)
    set(all, keys.length === 1 ? keys[0] : undefined)
  }
  return { set, onTyped, send, flushers: flushers.current }
}

/**
 * Tells whether the present entry of the history was made by typing in the same field: further keys replace it, so that one step back leads
 * to the page and the filters before the typing.
 */
function useTypedEntry(): (field: string) => boolean {
  const { key } = useLocation()
  const made = useRef<{ field: string; entry: string | null } | null>(null)
  useEffect(() => {
    if (made.current?.entry === null) made.current.entry = key
  }, [key])
  return (field) => {
    const before = made.current
    made.current = { field, entry: null }
    return before?.field === field && before.entry === key
  }
}
