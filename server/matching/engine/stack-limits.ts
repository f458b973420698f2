/** Which policies may be combined. Money in 分, whole numbers. */

/** “同一事项就高不重复”: at most `most` (default 1) of the members. */
type Exclusion = { id: string; name: string; kind: 'exclude'; members: readonly string[]; most?: number }
/** A limit of what the members pay together, in all or per year: a cap of the rules, or the rest of a budget pool. */
type Ceiling = { id: string; name: string; kind: 'cap' | 'pool'; members: readonly string[]; fen: number; perYear?: boolean }
export type StackLimit = Exclusion | Ceiling

/** `years` (分, first year first) adds up to `fen`; absent = all in the first year. */
export type Candidate = { code: string; fen: number; years?: readonly number[] }

/**
 * Two ceilings of the same kind of period must be nested or disjoint: then the payment of a set is a flow and can be computed exactly.
 * Returns the names of the first crossing pair, undefined when there is none.
 */
export function crossing(limits: readonly StackLimit[]): readonly [string, string] | undefined {
  const ceilings = limits.filter((each) => each.kind !== 'exclude')
  for (const [at, a] of ceilings.entries())
    for (const b of ceilings.slice(at + 1)) {
      if (Boolean(a.perYear) !== Boolean(b.perYear)) continue
      const common = a.members.filter((code) => b.members.includes(code)).length
      if (common > 0 && common < new Set(a.members).size && common < new Set(b.members).size) return [a.name, b.name]
    }
  return undefined
}

/** Nested ceilings over the items 0…n−1: for each item and each ceiling the smallest ceiling around it (−1 = none), smallest first. */
export type Nest = { most: readonly number[]; parent: readonly number[]; around: Int32Array }

export function nest(ceilings: readonly { members: readonly number[]; fen: number }[], items: number): Nest {
  const sorted = ceilings.toSorted((a, b) => a.members.length - b.members.length || a.fen - b.fen)
  const around = new Int32Array(items).fill(-1)
  for (let at = sorted.length - 1; at >= 0; at--) for (const item of sorted[at]!.members) around[item] = at
  const sets = sorted.map((each) => new Set(each.members))
  const parent = sorted.map((each, at) => sets.findIndex((set, other) => other > at && each.members.every((item) => set.has(item))))
  return { most: sorted.map((each) => each.fen), parent, around }
}

/** What remains under the ceilings when the items pay `amounts`. */
export function pour({ most, parent, around }: Nest, amounts: readonly number[]): number {
  const held = new Array<number>(most.length).fill(0)
  let through = 0
  const put = (into: number, fen: number): void => {
    if (into < 0) through += fen
    else held[into]! += fen
  }
  amounts.forEach((fen, item) => put(around[item]!, fen))
  for (let at = 0; at < most.length; at++) put(parent[at]!, Math.min(held[at]!, most[at]!))
  return through
}

/**
 * The maximum payment when ceilings over all years and ceilings within a year both apply: a flow from items through years, exact in 分.
 * `cells[item][year]` is what the item pays in that year.
 */
export function flow(whole: Nest, yearly: Nest, cells: readonly (readonly number[])[]): number {
  const years = Math.max(1, ...cells.map((each) => each.length))
  const edges: { to: number; left: number; back: number }[][] = []
  const node = (): number => edges.push([]) - 1
  const join = (from: number, to: number, room: number): void => {
    edges[from]!.push({ to, left: room, back: edges[to]!.length })
    edges[to]!.push({ to: from, left: 0, back: edges[from]!.length - 1 })
  }
  const [source, sink] = [node(), node()]
  const wholes = whole.most.map(node)
  whole.most.forEach((fen, at) => join(whole.parent[at]! < 0 ? source : wholes[whole.parent[at]!]!, wholes[at]!, fen))
  const within = Array.from({ length: years }, () => yearly.most.map(node))
  for (const nodes of within)
    yearly.most.forEach((fen, at) => join(nodes[at]!, yearly.parent[at]! < 0 ? sink : nodes[yearly.parent[at]!]!, fen))
  cells.forEach((cell, item) =>
    cell.forEach((fen, year) => {
      if (fen <= 0) return
      const from = whole.around[item]! < 0 ? source : wholes[whole.around[item]!]!
      join(from, yearly.around[item]! < 0 ? sink : within[year]![yearly.around[item]!]!, fen)
    }),
  )
  return push(edges, source, sink)
}

/** Shortest augmenting paths; the graphs have some tens of nodes. */
function push(edges: { to: number; left: number; back: number }[][], source: number, sink: number): number {
  for (let total = 0; ;) {
    const via = new Array<{ to: number; left: number; back: number } | undefined>(edges.length)
    const queue = [source]
    for (const at of queue) {
      if (via[sink]) break
      for (const edge of edges[at]!)
        if (edge.left > 0 && edge.to !== source && !via[edge.to]) {
          via[edge.to] = edge
          queue.push(edge.to)
        }
    }
    if (!via[sink]) return total
    const path: { to: number; left: number; back: number }[] = []
    for (let at = sink; at !== source;) {
      const edge = via[at]!
      path.push(edge)
      at = edges[edge.to]![edge.back]!.to
    }
    const room = Math.min(...path.map((edge) => edge.left))
    for (const edge of path) {
      edge.left -= room
      edges[edge.to]![edge.back]!.left += room
    }
    total += room
  }
}
