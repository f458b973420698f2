import { useEffect, useState } from 'react'
import type { MarketWords } from '../session/personal.ts'

/** The input for one item in this tab. It survives closing the dialog and the end of the session, and is removed after sending. */
export function useKeptWords<T extends object>(key: MarketWords, empty: T): [T, (next: T) => void, () => void] {
  const [typed, setTyped] = useState<T>(() => {
    try {
      return { ...empty, ...(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<T>) }
    } catch {
      return empty
    }
  })
  useEffect(() => {
    if (JSON.stringify(typed) !== JSON.stringify(empty)) sessionStorage.setItem(key, JSON.stringify(typed))
  }, [key, typed, empty])
  return [typed, setTyped, () => sessionStorage.removeItem(key)]
}
