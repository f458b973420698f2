import pg from 'pg'
import { vi } from 'vitest'

/**
 * The texts of the statements that reach the database while `work` runs, in their order, without the lengths of their lists of parameters.
 * To compare answers of different sizes: one that asks per row sends more statements for more rows. Only on PostgreSQL; throws when nothing
 * was seen, because two empty lists are equal.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    if (query.mock.calls.length === 0) throw new Error('no statement reached PostgreSQL')
    const texts = query.mock.calls.map(([asked]: unknown[]) => (typeof asked === 'string' ? asked : (asked as { text: string }).text))
    return texts.map((text) => text.replaceAll(/\(\$\d+(?:, \$\d+)*\)/g, '($…)'))
  } finally {
    query.mockRestore()
  }
}
