import { useState } from 'react'
import { parseDelta, settingsKey, type ColumnDelta } from './column-settings.ts'
import { usePerson } from './person.ts'

/** The person's settings of one table, in this browser. Reset drops them, so the shipped defaults come back. */
export function useColumnSettings(table: string): { delta: ColumnDelta; save: (delta: ColumnDelta) => void; reset: () => void } {
  const key = settingsKey(usePerson().id, table)
  const [delta, setDelta] = useState<ColumnDelta>(() => parseDelta(read(key)))
  return {
    delta,
    save: (next) => {
      setDelta(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        /* a full or closed store: the change lasts as long as the page */
      }
    },
    reset: () => {
      setDelta({})
      try {
        localStorage.removeItem(key)
      } catch {
        /* nothing was stored */
      }
    },
  }
}

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
