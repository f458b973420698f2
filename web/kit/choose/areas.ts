import { pathTo, sameValue } from './cascade.ts'
import type { Option } from './options.ts'

/** An area with the number of things in it; a parent's number includes its children. */
export interface Area {
  label: string
  value: Option['value']
  count?: number
  children?: Area[]
}

/** The tree without empty areas, with sums for parents. Areas that the tree does not contain are added at the top. */
export function countedAreas(tree: readonly Option[], counts: readonly { value: string; label: string; count: number }[]): Area[] {
  const known = new Set<string>()
  const walk = (nodes: readonly Option[]): Area[] =>
    nodes.flatMap((node) => {
      const own = counts.find((c) => sameValue(c.value, node.value))
      if (own) known.add(own.value)
      const children = walk(node.children ?? [])
      const count = (own?.count ?? 0) + children.reduce((sum, c) => sum + (c.count ?? 0), 0)
      return count > 0 ? [{ label: node.label, value: node.value, count, ...(children.length ? { children } : {}) }] : []
    })
  const placed = walk(tree)
  return [...placed, ...counts.filter((c) => !known.has(c.value)).map(({ value, label, count }) => ({ value, label, count }))]
}

/** The areas that contain one of these streets, the largest first; each can be chosen like a street. */
export const areasAbove = (tree: readonly Option[], streets: readonly { value: Option['value'] }[]): Option[] => {
  const holds = (node: Option): boolean =>
    (node.children ?? []).some((child) => streets.some((s) => sameValue(s.value, child.value)) || holds(child))
  return tree.flatMap((node) =>
    holds(node) ? [{ label: node.label, value: node.value }, ...areasAbove(node.children ?? [], streets)] : [],
  )
}

/** The rows of the chooser for the open area: the first level with a choice (a single area is skipped), then one row for each open area. */
export function areaRows(areas: readonly Area[], open: unknown): { row: readonly Area[]; opened: Area | null }[] {
  let row = areas
  while (row.length === 1 && row[0]!.children?.length) row = row[0]!.children
  const path = open === null || open === undefined || open === '' ? [] : (pathTo(row as readonly Option[], open) ?? [])
  const rows: { row: readonly Area[]; opened: Area | null }[] = []
  for (let level = 0; row.length > 0; level++) {
    const opened: Area | null = row.find((a) => sameValue(a.value, path[level] ?? null)) ?? null
    rows.push({ row, opened })
    row = opened?.children ?? []
  }
  return rows
}
