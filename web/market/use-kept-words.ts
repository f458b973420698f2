import { useEffect, useState } from 'react'
import type { MarketWords } from '../session/personal.ts'

/** What was typed for one thing in this tab, kept when a dialog is closed or a session ends; forgotten once it was sent. */
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
