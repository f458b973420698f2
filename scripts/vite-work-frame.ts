import { join } from 'node:path'
import { isBuilt, layoutOf, screens } from '../web/screens.ts'

/** What the bundler tells about a module: its static imports. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}
type NameOf = (id: string, graph: Graph) => string | null

const ROUTE = '?__react-router-build-client-route'
const FRAME = 'shell/work-layout.tsx'

/**
 * Names of files for two kinds of modules, each null for all others. `frame`: what the frame of the workbench loads and no page outside it;
 * built as one file instead of thirty. `outside`: what pages outside the workbench share with it; taken out first, because a file also takes
 * everything that its modules import, and those pages would then load the frame.
 */
export function workFrame(web: string): { frame: NameOf; outside: NameOf } {
  let found: { frame: Set<string>; outside: Set<string> } | undefined
  const sets = (graph: Graph) => (found ??= loadedBy(web, graph))
  return {
    frame: (id, graph) => (sets(graph).frame.has(id) ? 'work-frame' : null),
    outside: (id, graph) => (sets(graph).outside.has(id) ? 'outside' : null),
  }
}

function loadedBy(web: string, graph: Graph): { frame: Set<string>; outside: Set<string> } {
  const loads = (files: string[]): Set<string> => {
    const found = new Set<string>()
    const next = files.map((file) => join(web, file) + ROUTE)
    for (let id = next.pop(); id !== undefined; id = next.pop()) {
      if (found.has(id)) continue
      found.add(id)
      next.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
    }
    return found
  }
  const built = screens.filter(isBuilt)
  const pages = (work: boolean) => built.flatMap((s) => (s.file && (layoutOf(s) === 'work') === work ? [s.file] : []))
  const frame = loads([FRAME])
  const outside = loads(['root.tsx', 'shell/public-layout.tsx', ...pages(false)])
  const workbench = loads([FRAME, ...pages(true)])
  return {
    frame: new Set([...frame].filter((id) => !outside.has(id))),
    outside: new Set([...outside].filter((id) => workbench.has(id))),
  }
}
