/**
 * The return address after a log-in, as path, query and fragment of this site; null when it leads elsewhere. It is parsed as the browser
 * will parse it: `/\t/evil.example` and `/.//evil.example` lead to another site although they begin with one slash. An address of the
 * log-in page is replaced by that page's own return address, so that log-ins never nest.
 */
export function ownAddress(target: string | null | undefined, here: string): string | null {
  const { origin } = new URL(here)
  let wanted = target
  for (let nested = 0; wanted && nested < 10; nested++) {
    const url = URL.canParse(wanted, here) ? new URL(wanted, here) : null
    if (!url || url.origin !== origin || url.username || url.password || !/^\/(?!\/)/.test(url.pathname)) return null
    if (url.pathname.replace(/\/{1,9}$/, '') !== '/login') return url.pathname + url.search + url.hash
    wanted = url.searchParams.get('redirect')
  }
  return null
}

/** The log-in page that returns to `back`, an address of this site. */
export function loginAddress(back: string, here: string): string {
  const own = ownAddress(back, here)
  return own ? `/login?redirect=${encodeURIComponent(own)}` : '/login'
}
