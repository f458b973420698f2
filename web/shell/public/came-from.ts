/** The newest of some addresses that is one of the lists, as a local address; undefined when there is none. */
export function newestOf(addresses: readonly string[], lists: readonly string[], origin: string): string | undefined {
  for (const address of addresses) {
    if (!URL.canParse(address)) continue
    const url = new URL(address)
    if (url.origin === origin && lists.includes(url.pathname)) return url.pathname + url.search
  }
  return undefined
}

/** The reader's earlier addresses, the latest first: in this tab, and in the one that opened it. */
function before(): string[] {
  // An old browser only knows the page that led to this document.
  const { navigation } = window as { navigation?: Navigation }
  const now = navigation?.currentEntry?.index ?? 0
  const earlier = (navigation?.entries() ?? []).slice(0, now).reverse()
  return [...earlier.flatMap(({ url }) => url ?? []), document.referrer]
}

/** The address of the list from which the reader came, with its words, filters and page. */
export function cameFrom(lists: readonly string[]): string | undefined {
  // A detail page with the same path as its list cannot be distinguished from it.
  const others = lists.filter((path) => path !== location.pathname)
  return newestOf(before(), others, location.origin)
}
