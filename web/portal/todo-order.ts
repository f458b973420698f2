import type { TodoKind } from '../../contract/work.ts'

type Counted = Pick<TodoKind, 'kind' | 'count'>

/** Work that exists comes first, then what could not be read: it is never shown as nothing. */
export const inOrder = <T extends Counted>(todos: readonly T[]): T[] => {
  const rank = ({ count }: T) => (count === null ? 1 : count > 0 ? 0 : 2)
  return todos.toSorted((a, b) => rank(a) - rank(b))
}
export const nothingWaits = (todos: readonly Counted[]): boolean => todos.length > 0 && todos.every((t) => t.count === 0)

const when = (deadline: string | null): number => (deadline === null ? Number.MAX_VALUE : Date.parse(deadline))

/** The rows of all kinds, the next deadline first; what has none comes after, in the order of its kind. */
export const byDeadline = (todos: readonly TodoKind[]) =>
  todos
    .flatMap((kind) => (kind.first?.list ?? []).map((row) => ({ kind, row })))
    .toSorted((a, b) => when(a.row.deadline) - when(b.row.deadline))

/** Late work first, then what waits longest; what could not be read stands last. */
export const mostPressing = (todos: readonly TodoKind[]): TodoKind[] => {
  const since = ({ oldest }: TodoKind) => (oldest === null ? Number.MAX_VALUE : Date.parse(oldest))
  return todos.toSorted((a, b) => Number(a.count === null) - Number(b.count === null) || b.overdue - a.overdue || since(a) - since(b))
}

const DAY_MS = 86_400_000
/** Whole days since an instant. */
export const daysSince = (instant: string, now: number): number => Math.max(0, Math.floor((now - Date.parse(instant)) / DAY_MS))
