import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

/**
 * Reduces the build to the routes of one page: React Router creates its route objects for every request and compares the address with all
 * of them, which for 160 screens costs more than rendering one. The ancestors of the address (`/page`, `/`) are kept, because the page
 * tells the browser which routes match. Null when no screen answers at the address.
 */
export function branchOf(build: ServerBuild, path: string): ServerBuild | null {
  const routes = nested(build, undefined)
  const own = matchRoutes(routes, path)
  if (!own || own.at(-1)!.route.path?.includes('*')) return null
  const ids = new Set(own.map(({ route }) => route.id!))
  for (let at = path; at !== '/';) {
    at = at.slice(0, at.lastIndexOf('/')) || '/'
    for (const { route } of matchRoutes(routes, at) ?? []) ids.add(route.id!)
  }
  const kept = <T>(all: Record<string, T>) => Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)))
  return { ...build, routes: kept(build.routes), assets: { ...build.assets, routes: kept(build.assets.routes) } }
}

const nested = (build: ServerBuild, parentId: string | undefined): RouteObject[] =>
  Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index } = route
    return [index ? { id, ...(path ? { path } : {}), index } : { id, ...(path ? { path } : {}), children: nested(build, id) }]
  })
