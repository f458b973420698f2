import { sql } from 'kysely'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { titleLexeme } from './question.ts'
import { SEARCH_FORM, tsvector } from './vector.ts'
import { learnWords } from './vocabulary.ts'
import { indexWords } from './words.ts'

const BATCH = 100

/** What the search reads of a row, the most telling first. No contacts and nothing that may be withdrawn. */
export interface Told {
  id: number
  title: string
  /** its kind, in other words than the title */
  labels?: string
  summary?: string
  body?: string
}

/**
 * The search columns of a table (`search`, `search_form`, see docs/new-domain.md). `write` fills them for the saved rows, in the
 * transaction that saves; `rewrite` renews one batch of an older form and returns the number of rows, as a search source needs it.
 */
export function searchColumns(table: string, told: (db: Db, ids: readonly number[]) => Promise<Told[]>) {
  async function write(db: Db, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    const rows = await told(db, ids)
    for (const { id, title, labels = '', summary = '', body = '' } of rows) {
      const parts = [
        { text: title, weight: 'A' },
        { text: labels, weight: 'B' },
        { text: summary, weight: 'C' },
        { text: body, weight: 'D' },
      ] as const
      const vector = tsvector(parts, [titleLexeme(title)])
      await sql`update ${sql.table(table)} set search = ${vector}::tsvector, search_form = ${SEARCH_FORM} where id = ${id}`.execute(db)
    }
    await learnWords(
      db,
      rows.flatMap(({ title, labels = '', summary = '' }) => indexWords(`${title} ${labels} ${summary}`)),
    )
  }
  async function rewrite(k: Kernel): Promise<number> {
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where search_form < ${SEARCH_FORM}
      order by search_form, id limit ${BATCH}`.execute(k.db)
    await write(
      k.db,
      rows.map(({ id }) => id),
    )
    return rows.length
  }
  return { write, rewrite }
}
