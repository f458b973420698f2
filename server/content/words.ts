import { sql } from 'kysely'
import type { Db } from '../kernel/db/index.ts'
import { cleanedText } from '../kernel/http/sanitize.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { indexWords, learnWords, SEARCH_FORM, titleLexeme, tsvector } from '../search/index.ts'

interface Words {
  title: string
  summary: string
  content: string
}
const BATCH = 100

/** The search vector of an article, as a tsvector literal. */
export const newsVector = ({ title, summary, content }: Words): string =>
  tsvector(
    [
      { text: title, weight: 'A' },
      { text: summary, weight: 'C' },
      { text: cleanedText(content), weight: 'D' },
    ],
    [titleLexeme(title)],
  )
export const searchColumns = (words: Words) => ({ search: sql<string>`${newsVector(words)}::tsvector`, search_form: SEARCH_FORM })
export const learnNews = (db: Db, { title, summary }: Words): Promise<unknown> => learnWords(db, indexWords(`${title} ${summary}`))

/** Rewrites search columns of an older form, one batch per call. Returns the number of rows. */
export async function rewriteNews(k: Kernel): Promise<number> {
  const rows = await k.db
    .selectFrom('news')
    .select(['id', 'title', 'summary', 'content'])
    .where('search_form', '<', SEARCH_FORM)
    .orderBy('search_form')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  for (const { id, ...words } of rows) await k.db.updateTable('news').set(searchColumns(words)).where('id', '=', id).execute()
  return rows.length
}
