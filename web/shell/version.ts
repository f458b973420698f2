const POLL_MS = 5 * 60_000

/**
 * Notifies once when the server has a newer build than this page (version.json compared with the route manifest). Returns a stop function.
 */
export function watchVersion(outdated: () => void): () => void {
  const own = (window as { __reactRouterManifest?: { version?: string } }).__reactRouterManifest?.version
  if (!own || import.meta.env.DEV) return () => {}
  const look = async () => {
    if (document.visibilityState !== 'visible') return
    const answer = (await fetch('/version.json', { cache: 'no-store' }).then(
      (r) => (r.ok ? r.json() : null),
      () => null,
    )) as { version?: string } | null
    if (answer?.version && answer.version !== own) {
      outdated()
      end()
    }
  }
  const id = setInterval(() => void look(), POLL_MS)
  const onFocus = () => void look()
  addEventListener('focus', onFocus)
  const end = () => {
    clearInterval(id)
    removeEventListener('focus', onFocus)
  }
  return end
}
