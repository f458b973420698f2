import { refused } from '../kernel/errors.ts'

/** The ids with one of them moved one place up or down, or to a place counted from 1. Refused at either end. */
export function orderedIds(
  ids: readonly number[],
  id: number,
  { direction, order }: { direction?: 'up' | 'down' | undefined; order?: number | undefined },
): number[] {
  const at = ids.indexOf(id)
  const to = order !== undefined ? Math.min(order, ids.length) - 1 : at + (direction === 'up' ? -1 : 1)
  if (to < 0 || to >= ids.length) throw refused(direction === 'up' ? '已经排在最前' : '已经排在最后')
  return ids.toSpliced(at, 1).toSpliced(to, 0, id)
}
