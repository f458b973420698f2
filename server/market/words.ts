import { sql } from 'kysely'
import { cleanedText } from '../kernel/http/sanitize.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { indexWords, learnWords, SEARCH_FORM, titleLexeme, tsvector } from '../search/index.ts'
import { marketKinds, type MarketKind } from '../../contract/market/states.ts'
import type { Attributes } from '../../contract/market/attributes.ts'
import { factsText, namesFor, streetName, type Names } from './names.ts'

interface Said {
  kind: MarketKind
  title: string
  address: string
  purpose: string
  description: string
  street_ids: readonly string[]
  facts: Attributes
}
const BATCH = 100

/** The search vector of an item, as a tsvector literal: title, place, purpose and attributes, never its contact. */
const vectorOf = (names: Names, row: Said): string =>
  tsvector(
    [
      { text: row.title, weight: 'A' },
      { text: `${marketKinds[row.kind].name} ${streetName(names, row.street_ids)} ${row.address}`, weight: 'B' },
      { text: row.purpose, weight: 'C' },
      {
        text: `${factsText(names, row.kind, row.facts)
          .map(({ value }) => value)
          .join(' ')} ${cleanedText(row.description)}`,
        weight: 'D',
      },
    ],
    [titleLexeme(row.title)],
  )
export const searchColumns = (names: Names, row: Said) => ({
  search: sql<string>`${vectorOf(names, row)}::tsvector`,
  search_form: SEARCH_FORM,
})
export const learnItem = (db: Db, { title, address, purpose }: Pick<Said, 'title' | 'address' | 'purpose'>): Promise<unknown> =>
  learnWords(db, indexWords(`${title} ${address} ${purpose}`))

/** Rewrites search columns of an older form, one batch per call. Returns the number of rows. */
export async function rewriteItems(k: Kernel): Promise<number> {
  const rows = await k.db
    .selectFrom('market_item')
    .select(['id', 'kind', 'title', 'address', 'purpose', 'description', 'street_ids', 'facts'])
    .where('search_form', '<', SEARCH_FORM)
    .where('deleted', '=', false)
    .orderBy('search_form')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  if (rows.length === 0) return 0
  const names = await namesFor(k.db, [...new Set(rows.map(({ kind }) => kind))])
  for (const row of rows) await k.db.updateTable('market_item').set(searchColumns(names, row)).where('id', '=', row.id).execute()
  return rows.length
}
