/** Kinds of work with something overdue stand first, the most overdue at the top; the others keep their order. */
export const overdueFirst = <T extends { overdue: number }>(todos: readonly T[]): T[] => todos.toSorted((a, b) => b.overdue - a.overdue)
