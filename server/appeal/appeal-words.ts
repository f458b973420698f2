import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { lexemeQuery, SEARCH_FORM, tsvector } from '../search/index.ts'

/** Words of one appeal for its tsvector. They are not added to the site's vocabulary, because appeals are not public. */
export const appealVector = ({ title, content, company }: { title: string; content: string; company: string | null }): string =>
  tsvector([
    { text: title, weight: 'A' },
    { text: company ?? '', weight: 'B' },
    { text: content, weight: 'D' },
  ])

export const wordColumns = (words: Parameters<typeof appealVector>[0]) => ({
  search: appealVector(words),
  search_form: SEARCH_FORM,
})

export const anyOf = (words: readonly string[]): string => lexemeQuery(words, '|')
export const allOf = (words: readonly string[]): string => lexemeQuery(words, '&')

export const companyOf = async (db: Db, companyId: number | null): Promise<string | null> =>
  companyId === null ? null : ((await db.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirst())?.name ?? null)

const BATCH = 100
/** Rewrites search columns of an older format, in batches. */
export async function rewriteAppeals(k: Kernel): Promise<number> {
  const rows = await k.db
    .selectFrom('appeal as a')
    .leftJoin('company as c', 'c.id', 'a.company_id')
    .select(['a.id', 'a.title', 'a.content', 'c.name'])
    .where('a.search_form', '<', SEARCH_FORM)
    .where('a.state', '>', 0)
    .orderBy('a.search_form')
    .orderBy('a.id')
    .limit(BATCH)
    .execute()
  for (const { id, title, content, name } of rows)
    await k.db
      .updateTable('appeal')
      .set(wordColumns({ title, content, company: name }))
      .where('id', '=', id)
      .execute()
  return rows.length
}
