import type { ServerBuild } from 'react-router'

/** Tells whether an address is a page of the build (including its data requests and the route manifest), whatever kind of request it is. */
export function pagePaths(build: ServerBuild): (path: string) => boolean {
  const known = new Set<string>(['/', '/page/__manifest', '/_root.data'])
  for (const route of Object.values(build.routes)) {
    if (!route?.path || route.path.includes('*')) continue
    let full = route.path
    for (let parent = route.parentId; parent; parent = build.routes[parent]?.parentId)
      if (build.routes[parent]?.path) full = `${build.routes[parent]!.path}/${full}`
    known.add(`/${full}`)
  }
  return (path) =>
    known.has(path)
    || (path.endsWith('.data') && known.has(path.slice(0, -5)))
    || (path.length > 1 && path.endsWith('/') && known.has(path.slice(0, -1)))
}
