/** One observable value (useSyncExternalStore). */
export function valueStore<T>() {
  let value: T | null = null
  const listeners = new Set<() => void>()
  return {
    subscribe: (notify: () => void) => {
      listeners.add(notify)
      return () => {
        listeners.delete(notify)
      }
    },
    now: () => value,
    set: (next: T | null) => {
      value = next
      for (const notify of listeners) notify()
    },
  }
}
