/** Where the query client keeps what waits for the user: the start pages and the menu share one answer. */
export const TODOS_KEY: readonly string[] = ['work', 'todos']
