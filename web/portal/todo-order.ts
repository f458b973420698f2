import type { TodoKind } from '../../contract/work.ts'

type Counted = Pick<TodoKind, 'kind' | 'count'>

/** Kinds with open tasks come first, then kinds whose count could not be read, because these must not appear empty. */
export const inOrder = <T extends Counted>(todos: readonly T[]): T[] => {
  const rank = ({ count }: T) => (count === null ? 1 : count > 0 ? 0 : 2)
  return todos.toSorted((a, b) => rank(a) - rank(b))
}
export const nothingWaits = (todos: readonly Counted[]): boolean => todos.length > 0 && todos.every((t) => t.count === 0)

const when = (deadline: string | null): number => (deadline === null ? Number.MAX_VALUE : Date.parse(deadline))

/** The rows of all kinds, the next deadline first; rows without a deadline come last, in the order of their kinds. */
export const byDeadline = (todos: readonly TodoKind[]) =>
  todos
    .flatMap((kind) => (kind.first?.list ?? []).map((row) => ({ kind, row })))
    .toSorted((a, b) => when(a.row.deadline) - when(b.row.deadline))

/** Kinds with the most overdue tasks come first, then those with the oldest task; kinds that could not be read come last. */
export const mostPressing = (todos: readonly TodoKind[]): TodoKind[] => {
  const since = ({ oldest }: TodoKind) => (oldest === null ? Number.MAX_VALUE : Date.parse(oldest))
  return todos.toSorted((a, b) => Number(a.count === null) - Number(b.count === null) || b.overdue - a.overdue || since(a) - since(b))
}

const DAY_MS = 86_400_000
/** Whole days since an instant, at least 0. */
export const daysSince = (instant: string, now: number): number => Math.max(0, Math.floor((now - Date.parse(instant)) / DAY_MS))
