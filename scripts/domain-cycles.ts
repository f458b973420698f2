// Domains (the folders of server and web) may not form cycles; a cycle of folders can exist without one of files, so it is looked for apart.

export interface Reference {
  from: string
  to: string
}

/** What is no domain: the layers that every domain stands on, and the screens that only name files. */
const LAYERS = new Set(['kernel', 'kit', 'shell', 'session', 'screens', 'styles', 'public'])

/** 'web/tag/tag-rules.tsx' → 'web/tag'; null for files that belong to no domain. */
export function domainOf(file: string): string | null {
  const [root, folder, ...rest] = file.split('/')
  if ((root !== 'server' && root !== 'web') || !folder || !rest.length || LAYERS.has(folder)) return null
  return `${root}/${folder}`
}

/** Each cycle of domains once, as the references that make it up. */
export function domainCycles(references: readonly Reference[]): string[] {
  const edges = new Map<string, Map<string, Reference>>()
  for (const reference of references) {
    const [from, to] = [domainOf(reference.from), domainOf(reference.to)]
    if (!from || !to || from === to) continue
    const out = edges.get(from) ?? new Map<string, Reference>()
    if (!out.has(to)) out.set(to, reference)
    edges.set(from, out)
  }
  const found: string[] = []
  const done = new Set<string>()
  const walk = (domain: string, path: readonly string[]): void => {
    const at = path.indexOf(domain)
    if (at >= 0) {
      const round = [...path.slice(at), domain]
      found.push(
        round
          .slice(1)
          .map((next, i) => edges.get(round[i]!)!.get(next)!)
          .map(({ from, to }) => `${from} → ${to}`)
          .join('；'),
      )
      return
    }
    if (done.has(domain)) return
    for (const next of edges.get(domain)?.keys() ?? []) walk(next, [...path, domain])
    done.add(domain)
  }
  for (const domain of edges.keys()) walk(domain, [])
  return found
}
