import { sql } from 'kysely'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { indexWords, learnWords, SEARCH_FORM, titleLexeme, tsvector } from '../search/index.ts'

interface Words {
  title: string
  question: string
  answer: string
}
const BATCH = 100

/** The tsvector literal of a published appeal. */
export const caseVector = ({ title, question, answer }: Words): string =>
  tsvector(
    [
      { text: title, weight: 'A' },
      { text: question, weight: 'C' },
      { text: answer, weight: 'D' },
    ],
    [titleLexeme(title)],
  )
export const learnCase = (db: Db, { title, question }: Words): Promise<unknown> => learnWords(db, indexWords(`${title} ${question}`))

/** Rewrites search columns of an older format, in batches. */
export async function rewriteCases(k: Kernel): Promise<number> {
  const rows = await k.db
    .selectFrom('appeal_case')
    .select(['id', 'title', 'question', 'answer'])
    .where('search_form', '<', SEARCH_FORM)
    .orderBy('search_form')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  for (const { id, ...words } of rows)
    await k.db
      .updateTable('appeal_case')
      .set({ search: sql<string>`${caseVector(words)}::tsvector`, search_form: SEARCH_FORM })
      .where('id', '=', id)
      .execute()
  return rows.length
}
