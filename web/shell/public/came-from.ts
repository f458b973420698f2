/** The newest of some addresses that is one of the lists, as an address of ours; undefined where none is. */
export function newestOf(addresses: readonly string[], lists: readonly string[], origin: string): string | undefined {
  for (const address of addresses) {
    if (!URL.canParse(address)) continue
    const url = new URL(address)
    if (url.origin === origin && lists.includes(url.pathname)) return url.pathname + url.search
  }
  return undefined
}

/** Where the reader was before, the latest first: in this tab, and in the one from which it was opened. */
function before(): string[] {
  // An old browser knows no more than the page from which this document was opened.
  const { navigation } = window as { navigation?: Navigation }
  const now = navigation?.currentEntry?.index ?? 0
  const earlier = (navigation?.entries() ?? []).slice(0, now).reverse()
  return [...earlier.flatMap(({ url }) => url ?? []), document.referrer]
}

/** The address of the list from which the reader came, with the words, filters and page he had there. */
export function cameFrom(lists: readonly string[]): string | undefined {
  // A detail at the address of its list cannot be told from it.
  const others = lists.filter((path) => path !== location.pathname)
  return newestOf(before(), others, location.origin)
}
