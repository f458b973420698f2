const HOME = '/page/home'

/** A return address as path and query within the platform; the home page when it leads elsewhere (O-02). */
export function ownPath(origins: readonly string[], target: string | undefined): string {
  if (!target || target.length > 1000 || /[\u0000-\u0020\\]/.test(target)) return HOME
  const absolute = /^https?:\/\//i.test(target)
  if (!absolute && !/^\/(?!\/)/.test(target)) return HOME
  const url = URL.canParse(target, origins[0]) ? new URL(target, origins[0]) : null
  if (!url || url.username || url.password || !origins.includes(url.origin) || url.pathname.startsWith('//')) return HOME
  return url.pathname + url.search + url.hash
}
