import { conflict, invalidField } from './errors.ts'

interface Row {
  id: number
  parent_id: number | null
}

/** Refuses a parent (`parentId`, at the field) that does not exist, lies below the row itself, or makes the tree deeper than `depth`. */
export function refuseWrongPlace(
  rows: readonly Row[],
  id: number | undefined,
  parentId: number | null,
  depth: number,
  thing: string,
): void {
  if (parentId === null) return
  const parentOf = new Map(rows.map((r) => [r.id, r.parent_id]))
  if (!parentOf.has(parentId)) throw invalidField('parentId', `上级${thing}不存在`)
  const above: number[] = []
  for (let at: number | null = parentId; at !== null; at = parentOf.get(at) ?? null) above.push(at)
  if (id !== undefined && above.includes(id)) throw invalidField('parentId', `上级${thing}不能是自己或自己的下级`)
  const below = (of: number): number => 1 + Math.max(0, ...rows.filter((r) => r.parent_id === of).map((r) => below(r.id)))
  if (above.length + (id === undefined ? 1 : below(id)) > depth) throw invalidField('parentId', `${thing}最多 ${depth} 级`)
}

/** The ids of a row and of everything below it. */
export function withBelow(rows: readonly Row[], id: number): number[] {
  const found = [id]
  for (const at of found) for (const row of rows) if (row.parent_id === at) found.push(row.id)
  return found
}

/** Rows as a tree, in the order given. */
export function treeOf<R extends Row, N>(rows: readonly R[], node: (row: R, children: N[]) => N): N[] {
  const levels = Map.groupBy(rows, (row) => row.parent_id)
  const below = (parentId: number | null): N[] => (levels.get(parentId) ?? []).map((row) => node(row, below(row.id)))
  return below(null)
}

/** Which place one has among the ids of its level, for the record of a move; the first is 1. */
export const placeIn = (ids: readonly number[], id: number) => ({ place: ids.indexOf(id) + 1 })

/**
 * Refuses a move on a page that showed the level in another order: it would put the row where its user did not see it. Such pages read the
 * level again at once, so nobody has to.
 */
export function refuseStaleOrder(ids: readonly number[], seen: readonly number[] | undefined): void {
  if (seen && (seen.length !== ids.length || seen.some((id, n) => id !== ids[n])))
    throw conflict('顺序已被他人修改，已显示最新顺序，请重新移动')
}
/** The same where the row itself was changed; a caller that shows no level (a timed move) has nothing to show anew. */
export const changedBeforeMove = (seen: readonly number[] | undefined) =>
  seen ? conflict('这一项已被他人修改，已显示最新内容，请重新移动') : conflict()

/** The ids of a level with one of them moved one place up or down; unchanged at either end. */
export function moved(ids: readonly number[], id: number, direction: 'up' | 'down'): number[] {
  const at = ids.indexOf(id)
  const to = at + (direction === 'up' ? -1 : 1)
  const next = [...ids]
  if (at < 0 || to < 0 || to >= next.length) return next
  next[at] = next[to]!
  next[to] = id
  return next
}
