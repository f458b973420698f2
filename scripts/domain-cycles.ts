// Domains (the folders of server and web) may not form cycles. Folders can form a cycle when their files do not, so it needs its own check.

export interface Reference {
  from: string
  to: string
}

/** Folders that are not domains: the layers that every domain uses, and the screens that only name files. */
const LAYERS = new Set(['kernel', 'kit', 'shell', 'session', 'screens', 'styles', 'public'])

/** 'web/tag/tag-rules.tsx' → 'web/tag'; null for files outside domains. */
export function domainOf(file: string): string | null {
  const [root, folder, ...rest] = file.split('/')
  if ((root !== 'server' && root !== 'web') || !folder || !rest.length || LAYERS.has(folder)) return null
  return `${root}/${folder}`
}

/** Each cycle of domains once, as the list of references that form it. */
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
