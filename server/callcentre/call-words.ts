import { sql, type RawBuilder } from 'kysely'
import { maskText } from '../kernel/access/pii.ts'
import { likeText } from '../kernel/db/like.ts'
import { lexemeQuery, tsvector } from '../search/index.ts'

/**
 * Words of one call for its tsvector. They are not added to the site's vocabulary, because calls are not public. Numbers and mail addresses
 * in the content are masked before, as in the lists: nobody finds them by guessing (G-07).
 */
export const callVector = (content: string, company: string | null): string =>
  tsvector([
    { text: company ?? '', weight: 'A' },
    { text: maskText(content), weight: 'D' },
  ])

export const allOf = (words: readonly string[]): string => lexemeQuery(words, '&')

/** Only these characters are replaced by `maskText`. */
const MAY_BE_MASKED = /[A-Za-z0-9._%+-]/
/** `maskText` in the database; a test compares both. */
const masked = (text: RawBuilder<unknown>) => sql<string>`regexp_replace(regexp_replace(regexp_replace(${text},
  '([A-Za-z0-9])[A-Za-z0-9._%+-]{0,63}@(?=[A-Za-z0-9-]+[.][A-Za-z0-9])', '\\1***@', 'g'),
  '(?<![0-9])([0-9]{6})[0-9]{7,8}([0-9]{3}[0-9Xx])(?![0-9])', '\\1********\\2', 'g'),
  '(?<![0-9])(1[3-9][0-9])[0-9]{4}([0-9]{4})(?![0-9])', '\\1****\\2', 'g')`

/**
 * Whether the text contains the keyword, in what the reader sees: numbers and mail addresses are masked unless the text is the reader's
 * own.
 */
export function bearsText(column: string, keyword: string, own: RawBuilder<boolean>): RawBuilder<boolean> {
  const text = sql.ref(column)
  const pattern = likeText(keyword)
  const bears = sql<boolean>`${text} ilike ${pattern}`
  const isStarred = keyword.includes('*')
  if (!isStarred && !MAY_BE_MASKED.test(keyword.normalize('NFKC'))) return bears
  const shows = sql<boolean>`${masked(text)} ilike ${pattern}`
  // What others see of a text and has no star stands in the text as well, which is found out faster.
  return isStarred ? sql<boolean>`((${own} and ${bears}) or ${shows})` : sql<boolean>`(${bears} and (${own} or ${shows}))`
}
