/** One kind of work that waits; `count` is null while it is being asked. */
export interface Todo {
  key: string
  label: string
  count: number | null
  note: string | null
  to: string
  failed: boolean
}

/** Work that exists comes first; what could not be asked is never shown as nothing. */
export const inOrder = (todos: readonly Todo[]): Todo[] => {
  const rank = (t: Todo) => (t.failed ? 1 : t.count === null ? 2 : t.count > 0 ? 0 : 3)
  return todos.toSorted((a, b) => rank(a) - rank(b))
}
export const nothingWaits = (todos: readonly Todo[]): boolean => todos.length > 0 && todos.every((t) => !t.failed && t.count === 0)

/** `超期 2 · 三天内到期 1`; null when nothing presses. */
export const pressing = (overdue: number, dueSoon: number): string | null =>
  [overdue > 0 ? `超期 ${overdue}` : '', dueSoon > 0 ? `三天内到期 ${dueSoon}` : ''].filter(Boolean).join(' · ') || null
