/** Storage that lasts as long as the page. */
function pageOnlyStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      kept.set(key, value)
    },
    removeItem: (key) => {
      kept.delete(key)
    },
    clear: () => kept.clear(),
  }
}

/**
 * A browser that refuses cookies refuses storage too: reading `sessionStorage` throws, and every page that keeps something would end at the
 * error page. Such a page keeps it until it is left.
 */
export function allowStorage(page: Window): void {
  for (const name of ['sessionStorage', 'localStorage'] as const)
    try {
      void page[name].length
    } catch {
      Object.defineProperty(page, name, { value: pageOnlyStorage(), configurable: true })
    }
}
